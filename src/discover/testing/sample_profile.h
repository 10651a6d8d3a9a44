// Loop profiles made by hand, for tests: sites and loops of one file, dependences between them.
#pragma once
#include "trace/trace.h"
#include <string>

namespace unply {

class SampleProfile {
public:
  SampleProfile() {
    trace_.strings = {""};
    trace_.sites.resize(1);
    trace_.traces.resize(1);
    trace_.loops.recorded = true;
    trace_.loops.work = 1000000;
  }
  StringId string(const std::string& text) {
    for (uint32_t i = 0; i < trace_.strings.size(); ++i)
      if (trace_.strings[i] == text) return StringId{i};
    trace_.strings.push_back(text);
    return StringId{static_cast<uint32_t>(trace_.strings.size() - 1)};
  }
  uint32_t site(uint32_t line, const std::string& variable, bool write = false, Update update = Update::none,
                const std::string& function = "f") {
    Site row{};
    row.file = string("a.c"), row.function = string(function), row.variable = string(variable);
    row.line = line, row.column = 5;
    row.flags = (write ? kSiteWrite : 0) | static_cast<uint32_t>(update) << kSiteUpdateShift;
    trace_.sites.push_back(row);
    return static_cast<uint32_t>(trace_.sites.size() - 1);
  }
  // From line `first` to line `last`; members are further members of the JSON object. around: a row, or -1.
  uint32_t loop(uint32_t first, uint32_t last, const std::string& members = "", uint64_t iterations = 100,
                int around = -1, uint64_t work = 500000) {
    ProfiledLoop row{};
    row.file = string("a.c"), row.function = string("f");
    row.line = first, row.column = 3;
    row.facts = string("{\"language\":\"c\",\"form\":\"for\",\"index\":\"i\",\"canonical\":true,\"begin\":[" +
                       std::to_string(first) + ",3],\"end\":[" + std::to_string(last) + ",9],\"body\":[" +
                       std::to_string(first) + ",30," + std::to_string(last) + ",9]" +
                       (members.empty() ? "" : "," + members) + "}");
    row.instances = iterations == 0 ? 0 : 1;
    row.iterations = row.least = row.most = iterations;
    row.work = work;
    row.around = static_cast<uint32_t>(around + 1);
    trace_.loops.loops.push_back(row);
    return static_cast<uint32_t>(trace_.loops.loops.size() - 1);
  }
  void carried(uint32_t loop, EdgeKind kind, uint32_t from, uint32_t to, uint64_t least = 1, uint64_t most = 1,
               uint64_t count = 99) {
    trace_.loops.dependences.push_back({loop, Carried::carried, kind, from, to, count, least, most, true, 0, least});
  }
  void reaches(int64_t least, int64_t most) { // the last dependence, in the loop inside
    LoopDependence& row = trace_.loops.dependences.back();
    row.inner_known = true;
    row.inner_least = least, row.inner_most = most;
  }
  void within(uint32_t loop, EdgeKind kind, uint32_t from, uint32_t to) {
    trace_.loops.dependences.push_back({loop, Carried::within, kind, from, to, 1, 0, 0, true, 0, 0});
  }
  void call(uint32_t loop, const std::string& name, uint64_t count = 100) {
    trace_.loops.calls.push_back({loop, string(name), count});
  }
  Trace& trace() { return trace_; }

private:
  Trace trace_;
};

// "variables": one variable; scope and shape as in the facts.
inline std::string variable_fact(const std::string& name, const std::string& scope, const std::string& shape,
                                 const std::string& more = "") {
  return "{\"name\":\"" + name + "\",\"scope\":\"" + scope + "\",\"shape\":\"" + shape + "\"" +
         (more.empty() ? "" : "," + more) + "}";
}

} // namespace unply
