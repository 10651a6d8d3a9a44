// Written by `unply machine --network`, or by hand from another benchmark. Every number is checked, so that whoever
// predicts with these costs divides by no zero and meets no NaN; rows come in any order and are sorted.
#include "sim/network_json.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

using Json = nlohmann::ordered_json;
constexpr double kMostSeconds = 1e6, kMostWords = 1e15, kMostProcesses = 1e8, kMostSpeed = 1e21;
constexpr const char* kNetworkHint = "unply machine --network -- mpirun -np 8 measures a network";

// Reads members of one object and keeps the first thing that is wrong.
class ObjectReader {
public:
  ObjectReader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
    if (!json.is_object()) wrong("is no object");
  }
  double number(const char* key, double least, double most, bool needed = true, double otherwise = 0) {
    auto found = json_.is_object() ? json_.find(key) : json_.end();
    if (!json_.is_object() || found == json_.end()) {
      if (needed) wrong(fmt::format("has no \"{}\"", key));
      return otherwise;
    }
    double value = found->is_number() ? found->get<double>() : std::nan("");
    if (value >= least && value <= most) return value; // a NaN is refused too
    wrong(fmt::format("\"{}\" is {}, expected a number from {:g} to {:g}", key, found->dump(), least, most));
    return otherwise;
  }
  unsigned whole(const char* key, double least, double most, bool needed = true) {
    double value = number(key, least, most, needed);
    if (value != std::floor(value)) wrong(fmt::format("\"{}\" is {}, expected a whole number", key, value));
    return static_cast<unsigned>(value);
  }
  std::string text(const char* key) {
    const Json* found = member(key, &Json::is_string, "a text");
    return found ? found->get<std::string>() : "";
  }
  bool flag(const char* key) {
    const Json* found = member(key, &Json::is_boolean, "true or false");
    return found && found->get<bool>();
  }
  const Json* array(const char* key) { return member(key, &Json::is_array, "an array"); }
  const Json* object(const char* key) { return member(key, &Json::is_object, "an object"); }
  void wrong(const std::string& what) {
    if (error_.empty()) error_ = where_ + ": " + what;
  }
  Result<void> result() const {
    if (error_.empty()) return {};
    return fail(error_, kNetworkHint);
  }
  const std::string& where() const { return where_; }

private:
  const Json* member(const char* key, bool (Json::*is)() const noexcept, const char* expected) {
    if (!json_.is_object() || !json_.contains(key)) return nullptr;
    const Json& found = json_[key];
    if ((found.*is)()) return &found;
    wrong(fmt::format("\"{}\" is {}, expected {}", key, found.dump().substr(0, 40), expected));
    return nullptr;
  }
  const Json& json_;
  std::string where_, error_;
};

Json lines_json(const std::vector<NetworkLine>& lines) {
  Json rows = Json::array();
  for (const NetworkLine& line : lines)
    rows.push_back(
        {{"processes", line.processes}, {"latency_s", line.latency_s}, {"gap_s", line.gap_s}, {"r2", line.r2}});
  return rows;
}

// One object for each number of processes and distance, with its points as columns.
Json exchanges_json(const std::vector<ExchangePoint>& points) {
  Json rows = Json::array();
  for (size_t i = 0; i < points.size(); ++i) {
    const ExchangePoint& point = points[i];
    if (i == 0 || points[i - 1].processes != point.processes || points[i - 1].distance != point.distance)
      rows.push_back({{"processes", point.processes},
                      {"distance", point.distance},
                      {"words", Json::array()},
                      {"seconds", Json::array()},
                      {"low_s", Json::array()},
                      {"high_s", Json::array()}});
    rows.back()["words"].push_back(point.words);
    rows.back()["seconds"].push_back(point.seconds);
    rows.back()["low_s"].push_back(point.low_s);
    rows.back()["high_s"].push_back(point.high_s);
  }
  return rows;
}

Json ping_pong_json(const LogGP& costs) {
  return {{"partner", costs.partner},
          {"latency_s", costs.latency_s},
          {"o_send_s", costs.o_send_s},
          {"o_recv_s", costs.o_recv_s},
          {"gap_s", costs.gap_s},
          {"gap_per_byte_s", costs.gap_per_byte_s},
          {"r2", costs.r2},
          {"eager_bytes", costs.eager_bytes}};
}

Result<std::vector<NetworkLine>> parse_lines(const Json* rows, const std::string& where) {
  std::vector<NetworkLine> lines;
  for (size_t i = 0; rows && i < rows->size(); ++i) {
    ObjectReader row((*rows)[i], fmt::format("{}[{}]", where, i));
    lines.push_back({.processes = row.whole("processes", 2, kMostProcesses),
                     .latency_s = row.number("latency_s", 0, kMostSeconds),
                     .gap_s = row.number("gap_s", 0, kMostSeconds),
                     .r2 = row.number("r2", -kMostSeconds, 1, false, 1)});
    TRY(row.result());
  }
  std::ranges::sort(lines, {}, &NetworkLine::processes);
  auto twice = std::ranges::adjacent_find(lines, {}, &NetworkLine::processes);
  if (twice != lines.end())
    return fail(fmt::format("{}: {} processes stand there twice", where, twice->processes), kNetworkHint);
  return lines;
}

Result<void> take_points(std::vector<ExchangePoint>& points, ObjectReader& row, const Json& json) {
  unsigned processes = row.whole("processes", 2, kMostProcesses);
  unsigned distance = row.whole("distance", 1, std::max(1.0, processes - 1.0));
  const Json *words = row.array("words"), *seconds = row.array("seconds");
  const Json *low = row.array("low_s"), *high = row.array("high_s");
  if (!words || !seconds || words->size() != seconds->size()) row.wrong("expected as many \"words\" as \"seconds\"");
  for (const Json* spread : {low, high})
    if (spread && words && spread->size() != words->size()) row.wrong("expected as many quartiles as \"words\"");
  TRY(row.result());
  for (size_t i = 0; i < words->size(); ++i) {
    Json cells = {{"words", (*words)[i]}, {"seconds", (*seconds)[i]}};
    if (low) cells["low_s"] = (*low)[i];
    if (high) cells["high_s"] = (*high)[i];
    ObjectReader cell(cells, fmt::format("{} at {}", row.where(), i));
    double at = cell.number("seconds", 0, kMostSeconds);
    points.push_back({.processes = processes,
                      .distance = distance,
                      .words = cell.number("words", 0, kMostWords),
                      .seconds = at,
                      .low_s = cell.number("low_s", 0, kMostSeconds, false, at),
                      .high_s = cell.number("high_s", 0, kMostSeconds, false, at)});
    TRY(cell.result());
  }
  return {};
}

Result<std::vector<ExchangePoint>> parse_exchanges(const Json* rows, const std::string& where) {
  std::vector<ExchangePoint> points;
  for (size_t i = 0; rows && i < rows->size(); ++i) {
    ObjectReader row((*rows)[i], fmt::format("{}[{}]", where, i));
    TRY(row.result());
    TRY(take_points(points, row, (*rows)[i]));
  }
  auto key = [](const ExchangePoint& point) { return std::tuple(point.processes, point.distance, point.words); };
  std::ranges::sort(points, {}, key);
  auto twice = std::ranges::adjacent_find(points, {}, key);
  if (twice != points.end())
    return fail(fmt::format("{}: {} words at distance {} of {} processes stand there twice", where, twice->words,
                            twice->distance, twice->processes),
                kNetworkHint);
  return points;
}

Result<LogGP> parse_ping_pong(const Json& json, const std::string& where) {
  ObjectReader row(json, where);
  LogGP costs;
  costs.partner = row.whole("partner", 0, kMostProcesses, false);
  for (auto [key, of] : {std::pair{"latency_s", &LogGP::latency_s}, std::pair{"o_send_s", &LogGP::o_send_s},
                         std::pair{"o_recv_s", &LogGP::o_recv_s}, std::pair{"gap_s", &LogGP::gap_s},
                         std::pair{"gap_per_byte_s", &LogGP::gap_per_byte_s}})
    costs.*of = row.number(key, 0, kMostSeconds, false);
  costs.r2 = row.number("r2", -kMostSeconds, 1, false, 1);
  costs.eager_bytes = static_cast<uint64_t>(row.number("eager_bytes", 0, kMostWords, false));
  TRY(row.result());
  return costs;
}

} // namespace

nlohmann::ordered_json network_json(const NetworkCosts& costs) {
  Json json = {{"date", costs.date}, {"mpi", costs.mpi}, {"command", costs.command}, {"simulated", costs.simulated}};
  if (costs.simulated) json["simulated_host_speed"] = costs.simulated_host_speed;
  json["processes"] = costs.processes;
  json["repeats"] = costs.repeats;
  if (!costs.simulated) {
    json["hosts"] = costs.hosts;
    json["processors"] = costs.processors;
    json["free_processors"] = {{"before", costs.free_before}, {"after", costs.free_after}};
  }
  json["conclusive"] = costs.conclusive();
  json["notes"] = costs.notes;
  json["all_to_all"] = {{"size_varies", lines_json(costs.size_varies)},
                        {"number_varies", lines_json(costs.number_varies)}};
  json["exchanges"] = exchanges_json(costs.exchanges);
  json["ping_pong"] = ping_pong_json(costs.ping_pong);
  return json;
}

Result<NetworkCosts> parse_network(const nlohmann::ordered_json& json, const std::string& where) {
  ObjectReader top(json, where);
  TRY(top.result());
  NetworkCosts costs;
  costs.date = top.text("date");
  costs.mpi = top.text("mpi");
  costs.command = top.text("command");
  costs.simulated = top.flag("simulated");
  costs.simulated_host_speed = top.number("simulated_host_speed", 0, kMostSpeed, false);
  costs.processes = top.whole("processes", 0, kMostProcesses, false);
  costs.repeats = top.whole("repeats", 0, kMostProcesses, false);
  costs.hosts = top.whole("hosts", 0, kMostProcesses, false);
  costs.processors = top.whole("processors", 0, kMostProcesses, false);
  if (const Json* free = top.object("free_processors")) {
    ObjectReader reader(*free, where + ".free_processors");
    costs.free_before = reader.number("before", 0, kMostProcesses, false);
    costs.free_after = reader.number("after", 0, kMostProcesses, false);
    TRY(reader.result());
  }
  if (const Json* notes = top.array("notes"))
    for (const Json& note : *notes)
      if (note.is_string()) costs.notes.push_back(note.get<std::string>());
  if (const Json* all_to_all = top.object("all_to_all")) {
    for (auto [key, of] : {std::pair{"size_varies", &NetworkCosts::size_varies},
                           std::pair{"number_varies", &NetworkCosts::number_varies}}) {
      ObjectReader reader(*all_to_all, where + ".all_to_all");
      const Json* rows = reader.array(key);
      TRY(reader.result());
      auto lines = parse_lines(rows, fmt::format("{}.all_to_all.{}", where, key));
      if (!lines) return error_of(lines);
      costs.*of = std::move(*lines);
    }
  }
  auto exchanges = parse_exchanges(top.array("exchanges"), where + ".exchanges");
  if (!exchanges) return error_of(exchanges);
  costs.exchanges = std::move(*exchanges);
  if (const Json* ping_pong = top.object("ping_pong")) {
    auto found = parse_ping_pong(*ping_pong, where + ".ping_pong");
    if (!found) return error_of(found);
    costs.ping_pong = *found;
  }
  TRY(top.result());
  return costs;
}

} // namespace unply
