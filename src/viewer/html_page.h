// The page: one HTML file with the program, the style and, unless a server gives them, all blocks.
#pragma once
#include "viewer/view_model.h"

namespace unply {

std::string server_page();   // without data
std::string server_policy(); // its Content-Security-Policy

struct HtmlLimits {
  uint64_t page_bytes = 16 << 20;   // below this all intervals are in the page
  uint64_t pyramid_bytes = 4 << 20; // else this much of the pyramid
};

// Calls `write` with the parts of the file, in order. The head lists omitted blocks.
Result<void> write_html(const ViewModel& model, const HtmlLimits& limits,
                        const std::function<Result<void>(std::string_view)>& write);

} // namespace unply
