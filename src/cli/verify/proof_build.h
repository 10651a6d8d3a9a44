// What the builds of a proof share.
#pragma once
#include <string>

namespace unply {

std::string compiler_of(const std::string& verb); // a path, for "cc", "c++", "fc"
bool write_file(const std::string& path, const std::string& text);

} // namespace unply
