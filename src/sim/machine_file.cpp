// Only "schema" and one of "costs_ns" and "network" have to be there, so that a machine can be described by hand; a
// cost is a number, or an object with "median" and the quartiles "low" and "high". A cost that is not named is 0 in
// simulations.
#include "sim/machine_file.h"
#include "base/text_file.h"
#include "sim/network_json.h"
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
constexpr int kSchema = 2;       // 1 had no network
constexpr double kMostNs = 1e12; // a cost of 1000 s is a mistake

constexpr const char* kHint = "unply machine --calibrate measures this machine and writes such a file";

Result<double> number_of(const Json& value, const std::string& where) {
  double ns = value.is_number() ? value.get<double>() : -1;
  if (!(ns >= 0 && ns <= kMostNs)) // a NaN is refused too
    return fail(fmt::format("{}: {}, expected ns from 0 to {:.0f}", where, value.dump(), kMostNs), kHint);
  return ns;
}

// Whole ns as they are; a shorter time has a fraction.
Json number_json(double ns) {
  if (ns == std::floor(ns)) return static_cast<uint64_t>(ns);
  return ns;
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

std::string known_costs() {
  std::string text;
  for (size_t i = 0; i < kMachineCosts.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 < kMachineCosts.size() ? ", " : " or ", kMachineCosts[i].name);
  return text;
}

Result<void> take_costs(MachineFile& file, const Json& costs, const std::string& name) {
  if (!costs.is_object()) return fail(fmt::format("{}: \"costs_ns\" is no object", name), kHint);
  for (const auto& [key, value] : costs.items()) {
    size_t at = 0;
    while (at < kMachineCosts.size() && kMachineCosts[at].name != key) ++at;
    if (at == kMachineCosts.size())
      return fail(fmt::format("{}: costs_ns.{}: unknown, expected {}", name, key, known_costs()), kHint);
    auto cost = cost_of(value, fmt::format("{}: costs_ns.{}", name, key));
    if (!cost) return error_of(cost);
    file.measured[at] = *cost;
    if (kMachineCosts[at].of) file.machine.*kMachineCosts[at].of = static_cast<uint64_t>(std::llround(cost->median_ns));
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

const std::optional<MeasuredCost>& MachineFile::cost(std::string_view name) const {
  return measured[static_cast<size_t>(std::ranges::find(kMachineCosts, name, &MachineCost::name) -
                                      kMachineCosts.begin())];
}

// The members of the part that `unply machine --calibrate` measures.
static void add_node(Json& json, const MachineFile& file) {
  Json costs = Json::object();
  for (size_t i = 0; i < kMachineCosts.size(); ++i) {
    if (!file.measured[i] && !kMachineCosts[i].of) continue;
    const MeasuredCost cost = file.measured[i].value_or(MeasuredCost());
    costs[kMachineCosts[i].name] = {{"median", number_json(cost.median_ns)},
                                    {"low", number_json(cost.low_ns)},
                                    {"high", number_json(cost.high_ns)}};
  }
  json["date"] = file.date;
  json["cpu"] = file.cpu;
  json["kernel"] = file.kernel;
  json["cores"] = file.cores;
  json["runtime"] = file.runtime;
  json["threads"] = file.threads;
  json["repeats"] = file.repeats;
  json["free_processors"] = {{"before", file.free_before}, {"after", file.free_after}};
  json["conclusive"] = file.conclusive();
  json["costs_ns"] = std::move(costs);
}

std::string machine_json(const MachineFile& file) {
  Json json = {{"schema", kSchema}, {"name", file.machine.name}};
  if (file.has_costs) add_node(json, file);
  if (file.network) json["network"] = network_json(*file.network);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<MachineFile> parse_machine(const std::string& text, const std::string& name) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) return fail(fmt::format("{}: is not a JSON object", name), kHint);
  if (!json.contains("schema") || (json["schema"] != 1 && json["schema"] != kSchema))
    return fail(fmt::format("{}: \"schema\" is {}, expected 1 or {}", name,
                            json.contains("schema") ? json["schema"].dump() : "missing", kSchema),
                kHint);
  MachineFile file;
  file.has_costs = json.contains("costs_ns");
  if (!file.has_costs && !json.contains("network"))
    return fail(fmt::format("{}: has neither \"costs_ns\" nor \"network\"", name), kHint);
  file.machine.name = member(json, "name", std::filesystem::path(name).filename().string());
  if (file.has_costs) TRY(take_costs(file, json["costs_ns"], name));
  if (json.contains("network")) {
    auto network = parse_network(json["network"], name + ": network");
    if (!network) return error_of(network);
    file.network = std::move(*network);
  }
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
  auto text = read_text_file(path);
  if (!text) return fail(text.error().what, kHint);
  return parse_machine(*text, path);
}

Result<MachineFile> read_node_costs(const std::string& path) {
  auto file = read_machine(path);
  if (file && !file->has_costs)
    return fail(fmt::format("{}: has no costs of tasks, but those of a network", path),
                fmt::format("unply machine --calibrate -o {} measures them and keeps the network", path));
  return file;
}

Result<NetworkCosts> read_network_costs(const std::string& path) {
  auto file = read_machine(path);
  if (!file) return error_of(file);
  if (!file->network)
    return fail(fmt::format("{}: has no costs of a network", path),
                fmt::format("unply machine --network -o {} -- mpirun -np 8 measures them and keeps the rest", path));
  return std::move(*file->network);
}

Result<void> write_machine(const MachineFile& file, const std::string& path) {
  std::error_code failed;
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, failed);
  if (failed) return fail(fmt::format("{}: cannot make this folder, {}", folder.string(), failed.message()));
  // A link or a device (-o /dev/stdout) is written to; a file is replaced.
  bool replaced = !std::filesystem::exists(path, failed) ||
                  std::filesystem::is_regular_file(std::filesystem::symlink_status(path, failed));
  std::string unfinished = replaced ? path + ".part" : path;
  std::ofstream out(unfinished, std::ios::binary | std::ios::trunc);
  out << machine_json(file);
  out.close();
  bool written = !out.fail();
  if (!written)
    failed = std::error_code(errno, std::generic_category());
  else
    failed.clear();
  if (written && replaced) std::filesystem::rename(unfinished, path, failed);
  if (!written || failed) {
    std::string why = failed.message();
    if (replaced) std::filesystem::remove(unfinished, failed);
    return fail(fmt::format("{}: cannot write, {}", path, why));
  }
  return {};
}

std::string default_machine_path() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config && *config)
    return std::string(config) + "/unply/machine.json";
  if (const char* home = std::getenv("HOME"); home && *home) return std::string(home) + "/.config/unply/machine.json";
  return "";
}

} // namespace unply
