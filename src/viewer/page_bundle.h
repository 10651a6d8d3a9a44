// The page's program and style sheet, made of src/viewer/web at build time.
#pragma once
#include <string_view>

namespace unply {

std::string_view page_script(); // UTF-8, one classic script
std::string_view page_style();
std::string_view page_script_sha256(); // hex digits
std::string_view page_style_sha256();

} // namespace unply
