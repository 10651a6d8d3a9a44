// Code shared by verbs that write graphs: the choice of format and the destination of the text.
#pragma once
#include "graph/text_output.h"
#include <functional>
#include <span>
#include <vector>

namespace unply {

// "dot, json or svg"
std::string listed(std::span<const std::string> words);

// Fails with "did you mean" where `word` is none of the known ones. option: for messages, "--by".
Result<size_t> find_word(const std::string& option, const std::string& word, const std::vector<std::string>& known);

// Selects the format: the one named or, without a name, by the output's extension, else the first.
Result<size_t> find_format(const std::string& name, const std::string& output, const std::vector<std::string>& known);

// output: a file, or standard output for "" and "-". what: "graph", for messages.
Result<void> write_output(const std::string& output, const char* what, const std::function<void(TextOutput&)>& write);

} // namespace unply
