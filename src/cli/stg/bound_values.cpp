// See bound_values.h.
#include "cli/stg/bound_values.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

std::string value_text(const stg::Answers& answers) {
  return answers.first.empty() && answers.rest == stg::kNeverEnds ? "never" : text_of(answers);
}

} // namespace

std::string bound_text(const stg::Agreement& agreement, const std::string& lead) {
  std::string text;
  for (const auto& [name, answers] : agreement.bound)
    text += fmt::format("{}{}={} is taken from this run, and what depends on it is not verified\n", lead, name,
                        value_text(answers));
  return text;
}

nlohmann::json bound_json(const stg::Agreement& agreement) {
  nlohmann::json made = nlohmann::json::object();
  for (const auto& [name, answers] : agreement.bound) {
    if (answers.first.empty() && answers.rest == stg::kNeverEnds) {
      made[name] = "never";
    } else if (answers.first.empty()) {
      made[name] = answers.rest;
    } else {
      made[name] = answers.first;
      made[name].push_back(answers.rest);
    }
  }
  return made;
}

} // namespace unply
