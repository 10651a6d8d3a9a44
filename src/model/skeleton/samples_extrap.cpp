// Extra-P's JSON Lines: https://github.com/extra-p/extrap, "docs/file-formats.md".
#include "model/regression/feature_term.h"
#include "model/skeleton/samples.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

using Json = nlohmann::ordered_json;

static Result<void> add_line(Samples& samples, std::string_view line, const std::string& where, uint32_t number,
                             size_t& skipped) {
  constexpr const char* kHint = R"(a line is {"params": {"p": 4}, "callpath": "main", "metric": "time", "value": 1.5})";
  const Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded() || !json.is_object()) return fail(where + ": is no JSON object", kHint);
  const bool whole =
      json.contains("params") && json["params"].is_object() && json.contains("value") && json["value"].is_number();
  if (!whole) return fail(where + R"(: needs "params", an object, and "value", a number)", kHint);
  if (json.contains("metric") && json["metric"] != "time") {
    ++skipped;
    return {};
  }
  PhaseSample sample;
  sample.source = static_cast<uint32_t>(samples.sources.size() - 1);
  sample.line = sample.call = number;
  const auto path = json.find("callpath");
  sample.phase =
      path != json.end() && path->is_string() && !path->get<std::string>().empty() ? path->get<std::string>() : "main";
  sample.seconds = json["value"].get<double>();
  if (!(sample.seconds >= 0)) return fail(fmt::format("{}: value is {}, expected a time", where, json["value"].dump()));
  for (const auto& [name, value] : json["params"].items()) {
    if (!value.is_number() || !is_feature_name(name))
      return fail(fmt::format("{}: parameter '{}' is {}, expected a number with a name", where, name, value.dump()),
                  kHint);
    const size_t feature = samples.feature(name);
    if (sample.features.size() <= feature) sample.features.resize(feature + 1, kUnknown);
    sample.features[feature] = value.get<double>();
  }
  samples.rows.push_back(std::move(sample));
  return {};
}

Result<void> add_extrap(Samples& samples, const std::string& text, const std::string& name, size_t& skipped) {
  samples.sources.push_back(name);
  const size_t before = samples.rows.size();
  uint32_t number = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line(text.data() + begin, end - begin);
    begin = end + 1, ++number;
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    TRY(add_line(samples, line, fmt::format("{}:{}", name, number), number, skipped));
  }
  if (samples.rows.size() == before) return fail(fmt::format("{}: has no line with the metric time", name));
  return {};
}

std::string extrap_text(const Samples& samples) {
  std::string text;
  for (const PhaseSample& sample : samples.rows) {
    if (std::isnan(sample.seconds)) continue;
    Json params = Json::object();
    for (size_t f = 0; f < samples.names.size(); ++f)
      if (!std::isnan(sample.feature(f)) && !is_work(samples.names[f])) params[samples.names[f]] = sample.feature(f);
    const Json line = {{"params", params}, {"callpath", sample.phase}, {"metric", "time"}, {"value", sample.seconds}};
    text += line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  return text;
}

} // namespace unply
