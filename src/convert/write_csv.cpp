#include "convert/buffered_sink.h"
#include "convert/convert.h"
#include "trace/event_kinds.h"
#include <fmt/format.h>

namespace unply {

namespace {

// RFC 4180: fields with a comma, a quote or a line end are quoted, and quotes inside are doubled.
std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

// ",file,line,function" of each site: written millions of times, made once.
std::vector<std::string> csv_sites(const Trace& trace) {
  std::vector<std::string> out{",,,"};
  for (size_t i = 1; i < trace.sites.size(); ++i) {
    const Site& site = trace.sites[i];
    out.push_back(fmt::format(",{},{},{}", csv_field(trace.text(site.file)), site.line ? std::to_string(site.line) : "",
                              csv_field(trace.text(site.function))));
  }
  return out;
}

// With the function of MPI that the event belongs to, if any, at its end.
void add_block(BufferedSink& out, const EventFile& file, const EventBlock& block, const std::string& before,
               const std::vector<std::string>& sites) {
  char row[128];
  for (size_t i = 0; i < block.size(); ++i) {
    out.add(before);
    auto end = fmt::format_to(row, ",{},{}", block.time_ns[i], name_of_event(block.kind[i]));
    out.add({row, static_cast<size_t>(end - row)});
    out.add(sites[block.site[i]]);
    end = block.core[i] == 0xffff ? fmt::format_to(row, ",,{},{},", block.a[i], block.b[i])
                                  : fmt::format_to(row, ",{},{},{},", block.core[i], block.a[i], block.b[i]);
    out.add({row, static_cast<size_t>(end - row)});
    if (uint64_t function = function_of_event(block.kind[i], block.a[i], block.b[i]))
      if (const EventObject* call = find_object(file.objects(), ObjectKind::function, function))
        out.add(csv_field(file.text(call->name)));
    out.add("\n");
  }
}

} // namespace

Result<Converted> write_csv(const EventFile& file, ByteSink& sink) {
  BufferedSink out(sink);
  Converted done;
  out.add("rank,pid,thread,time_ns,event,file,line,function,core,a,b,call\n");
  std::vector<std::string> sites = csv_sites(file.tables());
  for (size_t i = 0; i < file.blocks().size() && out.ok(); ++i) {
    auto block = file.read_block(i);
    if (!block) return error_of(block);
    const EventProcess& process = file.processes()[file.threads()[block->thread].process];
    add_block(out, file, *block, fmt::format("{},{},{}", process.rank, process.pid, block->thread), sites);
    done.records += block->size();
  }
  TRY(out.finish());
  done.notes = {"objects, meta data and source texts are not in the file"};
  return done;
}

} // namespace unply
