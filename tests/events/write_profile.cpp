// Writes a recording with a loop profile from a text on standard input, so that tests have loops and dependences of
// their choice. Lines, with loops and sites numbered as they come, loops from 0 and sites from 1:
//   meta KEY VALUE...
//   work N                                                    of the whole program
//   site FILE LINE COLUMN FUNCTION VARIABLE read|write [OPERATION]      VARIABLE -: none; OPERATION: sum, product, min,
//   max
//   loop FILE LINE COLUMN FUNCTION INSTANCES ITERATIONS LEAST MOST WORK AROUND FACTS...    AROUND: a loop, or -
//   carried LOOP KIND FROM TO LEAST MOST COUNT FIRST_FROM FIRST_TO      KIND: flow, anti, output
//   within LOOP|- KIND FROM TO
//   call LOOP NAME COUNT
//   lost N                                                    how often the profile had no room
//   source FILE PATH                                          the text of FILE is that of PATH
// Usage: write_profile OUTPUT < TEXT
#include "trace/output_file.h"
#include "trace/trace_writer.h"
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace unply;

namespace {

uint32_t sites = 0, loops = 0;

std::string rest_of(std::istringstream& in) {
  std::string rest;
  std::getline(in >> std::ws, rest);
  return rest;
}

bool put_site(TraceWriter& writer, std::istringstream& in) {
  std::string file, function, variable, way, operation;
  Site site{};
  in >> file >> site.line >> site.column >> function >> variable >> way;
  if (!in) return false;
  in >> operation;
  site.file = writer.string_id(file), site.function = writer.string_id(function);
  site.variable = writer.string_id(variable == "-" ? "" : variable);
  const Update update = operation == "sum"       ? Update::sum
                        : operation == "product" ? Update::product
                        : operation == "min"     ? Update::least
                        : operation == "max"     ? Update::most
                                                 : Update::none;
  site.flags = (way == "write" ? kSiteWrite : 0u) | static_cast<uint32_t>(update) << kSiteUpdateShift;
  writer.add_site(++sites, site);
  return true;
}

bool put_loop(TraceWriter& writer, std::istringstream& in) {
  std::string file, function, around;
  ProfiledLoop loop{};
  in >> file >> loop.line >> loop.column >> function >> loop.instances >> loop.iterations >> loop.least >> loop.most >>
      loop.work >> around;
  if (!in) return false;
  loop.file = writer.string_id(file), loop.function = writer.string_id(function);
  loop.around = around == "-" ? 0 : static_cast<uint32_t>(std::stoul(around)) + 1;
  loop.facts = writer.string_id(rest_of(in));
  writer.add_loop(loops++, loop);
  return true;
}

bool put_dependence(TraceWriter& writer, std::istringstream& in, Carried carried) {
  std::string loop, kind;
  LoopDependence row{};
  in >> loop >> kind >> row.site_from >> row.site_to;
  row.loop = loop == "-" ? kNoLoop : static_cast<uint32_t>(std::stoul(loop));
  row.carried = carried;
  row.kind = kind == "flow" ? EdgeKind::flow : kind == "anti" ? EdgeKind::anti : EdgeKind::output;
  row.count = 1, row.exact = true;
  if (carried == Carried::carried)
    in >> row.min_distance >> row.max_distance >> row.count >> row.first_from >> row.first_to;
  if (!in) return false;
  writer.add_loop_dependence(row);
  return true;
}

bool put_line(TraceWriter& writer, const std::string& line) {
  std::istringstream in(line);
  std::string word, name;
  in >> word;
  if (word == "site") return put_site(writer, in);
  if (word == "loop") return put_loop(writer, in);
  if (word == "carried") return put_dependence(writer, in, Carried::carried);
  if (word == "within") return put_dependence(writer, in, Carried::within);
  if (word == "call") {
    uint32_t loop = 0;
    uint64_t count = 0;
    if (in >> loop >> name >> count) writer.add_loop_call({loop, writer.string_id(name), count});
    return static_cast<bool>(in);
  }
  if (word == "lost") {
    uint64_t lost = 0;
    if (in >> lost) writer.add_counter("ring", "loops_lost", lost);
    return static_cast<bool>(in);
  }
  if (word == "work") {
    uint64_t work = 0;
    if (in >> work) writer.set_loop_work(work);
    return static_cast<bool>(in);
  }
  in >> name;
  if (word == "meta") return writer.add_meta(name, rest_of(in)), true;
  if (word != "source") return false;
  std::ifstream file(rest_of(in));
  std::ostringstream text;
  text << file.rdbuf();
  writer.add_source(writer.string_id(name), text.str());
  return static_cast<bool>(file);
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: write_profile OUTPUT < TEXT\n"), 2;
  auto file = OutputFile::create(argv[1]);
  if (!file) return std::fprintf(stderr, "%s\n", file.error().what.c_str()), 2;
  TraceWriter writer(**file);
  if (!writer.begin()) return 2;
  size_t number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    ++number;
    if (line.empty() || line[0] == '#' || put_line(writer, line)) continue;
    std::fprintf(stderr, "line %zu: not understood: %s\n", number, line.c_str());
    return 2;
  }
  if (auto finished = writer.finish(); !finished) return std::fprintf(stderr, "%s\n", finished.error().what.c_str()), 2;
  return (*file)->publish() ? 0 : 2;
}
