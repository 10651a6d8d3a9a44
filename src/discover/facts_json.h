// Values of JSON objects that may lack them, for the readers of facts: what is missing or of another type is the
// default.
#pragma once
#include "discover/source_facts.h"
#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

namespace unply::facts_json {

using Json = nlohmann::json;

inline const Json* member(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  auto at = object.find(key);
  return at == object.end() ? nullptr : &*at;
}

inline std::string text_of(const Json& object, const char* key) {
  const Json* value = member(object, key);
  return value && value->is_string() ? value->get<std::string>() : std::string();
}

inline bool flag_of(const Json& object, const char* key) {
  const Json* value = member(object, key);
  return value && value->is_boolean() && value->get<bool>();
}

inline uint64_t number_from(const Json* value) {
  return value && value->is_number_unsigned() ? value->get<uint64_t>() : 0;
}

inline uint32_t small_number_from(const Json* value) {
  return static_cast<uint32_t>(std::min<uint64_t>(number_from(value), 0xffffffff));
}

inline SourceSpot spot_at(const Json* list, size_t first = 0) {
  if (!list || !list->is_array() || list->size() < first + 2) return {};
  return {small_number_from(&(*list)[first]), small_number_from(&(*list)[first + 1])};
}

inline SourceSpot spot_in(const Json& object) {
  return {small_number_from(member(object, "line")), small_number_from(member(object, "column"))};
}

template <class Word> struct Named {
  const char* name;
  Word word;
};

template <class Word> Word word_of(const Json& object, const char* key, std::span<const Named<Word>> words, Word none) {
  const std::string text = text_of(object, key);
  for (const Named<Word>& word : words)
    if (text == word.name) return word.word;
  return none;
}

inline constexpr Named<Scope> kScopes[] = {
    {"inside", Scope::inside}, {"local", Scope::local},   {"parameter", Scope::parameter}, {"static", Scope::statics},
    {"global", Scope::global}, {"member", Scope::member}, {"this", Scope::this_object}};
inline constexpr Named<VariableShape> kShapes[] = {{"scalar", VariableShape::scalar},
                                                   {"array", VariableShape::array},
                                                   {"pointer", VariableShape::pointer},
                                                   {"reference", VariableShape::reference},
                                                   {"class", VariableShape::object}};
template <class Row, class Parse> std::vector<Row> rows_of(const Json& object, const char* key, Parse parse) {
  std::vector<Row> rows;
  const Json* list = member(object, key);
  if (list && list->is_array())
    for (const Json& item : *list) rows.push_back(parse(item));
  return rows;
}

inline std::vector<std::string> texts_of(const Json& object, const char* key) {
  return rows_of<std::string>(object, key,
                              [](const Json& item) { return item.is_string() ? item.get<std::string>() : ""; });
}

FactVariable parse_variable(const Json& item);
RecordedText parse_text(const Json& item); // of the object's key `text`

} // namespace unply::facts_json
