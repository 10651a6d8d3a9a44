// Only "schema" and "costs_ns" have to be there, so that a machine can be described by hand; a cost is a number, or an
// object with "median" and the quartiles "low" and "high". A cost that is not named is 0.
#include "sim/machine_file.h"
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

using Json = nlohmann::ordered_json;
constexpr int kSchema = 1;
constexpr double kMostNs = 1e12; // a cost of 1000 s is a mistake

constexpr const char* kHint = "unply machine --calibrate measures this machine and writes such a file";

Result<uint64_t> number_of(const Json& value, const std::string& where) {
  double ns = value.is_number() ? value.get<double>() : -1;
  if (!(ns >= 0 && ns <= kMostNs)) // a NaN is refused too
    return fail(fmt::format("{}: {}, expected ns from 0 to {:.0f}", where, value.dump(), kMostNs), kHint);
  return static_cast<uint64_t>(std::llround(ns));
}

Result<MeasuredCost> cost_of(const Json& value, const std::string& where) {
  MeasuredCost cost;
  if (!value.is_object()) {
    auto ns = number_of(value, where);
    if (!ns) return error_of(ns);
    return MeasuredCost{*ns, *ns, *ns};
  }
  if (!value.contains("median")) return fail(fmt::format("{}: has no \"median\"", where), kHint);
  auto median = number_of(value["median"], where + ".median");
  if (!median) return error_of(median);
  cost = {*median, *median, *median};
  for (auto [key, of] : {std::pair{"low", &MeasuredCost::low_ns}, std::pair{"high", &MeasuredCost::high_ns}}) {
    if (!value.contains(key)) continue;
    auto ns = number_of(value[key], fmt::format("{}.{}", where, key));
    if (!ns) return error_of(ns);
    cost.*of = *ns;
  }
  return cost;
}

Result<void> take_costs(MachineFile& file, const Json& costs, const std::string& name) {
  if (!costs.is_object()) return fail(fmt::format("{}: \"costs_ns\" is no object", name), kHint);
  for (const auto& [key, value] : costs.items()) {
    size_t at = 0;
    while (at < kMachineCosts.size() && kMachineCosts[at].name != key) ++at;
    if (at == kMachineCosts.size())
      return fail(
          fmt::format("{}: costs_ns.{}: unknown, expected fork, barrier, spawn, task, steal or lock", name, key),
          kHint);
    auto cost = cost_of(value, fmt::format("{}: costs_ns.{}", name, key));
    if (!cost) return error_of(cost);
    file.measured[at] = *cost;
    file.machine.*kMachineCosts[at].of = cost->median_ns;
  }
  return {};
}

template <class T> T member(const Json& json, const char* key, T otherwise) {
  auto found = json.find(key);
  if (found == json.end()) return otherwise;
  if constexpr (std::is_same_v<T, std::string>)
    return found->is_string() ? found->get<std::string>() : otherwise;
  else
    return (std::is_integral_v<T> ? found->is_number_integer() : found->is_number()) ? found->get<T>() : otherwise;
}

} // namespace

std::string MachineFile::doubt() const {
  if (conclusive()) return "";
  return fmt::format("only {:.2f} of {} processors were free, at least {:.2f} are needed: the costs are inconclusive",
                     std::min(free_before, free_after), threads, kFreeShare * threads);
}

std::string machine_json(const MachineFile& file) {
  Json costs = Json::object();
  for (size_t i = 0; i < kMachineCosts.size(); ++i) {
    const MeasuredCost& cost = file.measured[i];
    costs[kMachineCosts[i].name] = {{"median", cost.median_ns}, {"low", cost.low_ns}, {"high", cost.high_ns}};
  }
  Json json = {{"schema", kSchema},
               {"name", file.machine.name},
               {"date", file.date},
               {"cpu", file.cpu},
               {"kernel", file.kernel},
               {"cores", file.cores},
               {"runtime", file.runtime},
               {"threads", file.threads},
               {"repeats", file.repeats},
               {"free_processors", {{"before", file.free_before}, {"after", file.free_after}}},
               {"conclusive", file.conclusive()},
               {"costs_ns", costs}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<MachineFile> parse_machine(const std::string& text, const std::string& name) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) return fail(fmt::format("{}: is not a JSON object", name), kHint);
  if (!json.contains("schema") || json["schema"] != kSchema)
    return fail(fmt::format("{}: \"schema\" is {}, expected {}", name,
                            json.contains("schema") ? json["schema"].dump() : "missing", kSchema),
                kHint);
  if (!json.contains("costs_ns")) return fail(fmt::format("{}: has no \"costs_ns\"", name), kHint);
  MachineFile file;
  file.machine.name = member(json, "name", std::filesystem::path(name).filename().string());
  TRY(take_costs(file, json["costs_ns"], name));
  file.date = member(json, "date", std::string());
  file.cpu = member(json, "cpu", std::string());
  file.kernel = member(json, "kernel", std::string());
  file.runtime = member(json, "runtime", std::string());
  file.cores = member(json, "cores", 0u);
  file.threads = member(json, "threads", 0u);
  file.repeats = member(json, "repeats", 0u);
  if (auto free = json.find("free_processors"); free != json.end() && free->is_object()) {
    file.free_before = member(*free, "before", 0.0);
    file.free_after = member(*free, "after", 0.0);
  }
  return file;
}

Result<MachineFile> read_machine(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return fail(fmt::format("{}: cannot read, {}", path, std::strerror(errno)), kHint);
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) return fail(fmt::format("{}: cannot read, {}", path, std::strerror(errno)));
  return parse_machine(text, path);
}

Result<void> write_machine(const MachineFile& file, const std::string& path) {
  std::error_code failed;
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, failed);
  if (failed) return fail(fmt::format("{}: cannot make this folder, {}", folder.string(), failed.message()));
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << machine_json(file);
  out.close();
  if (!out) return fail(fmt::format("{}: cannot write, {}", path, std::strerror(errno)));
  return {};
}

std::string default_machine_path() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config && *config)
    return std::string(config) + "/unply/machine.json";
  if (const char* home = std::getenv("HOME"); home && *home) return std::string(home) + "/.config/unply/machine.json";
  return "";
}

} // namespace unply
