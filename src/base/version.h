#pragma once
namespace unply {
const char* version(); // "0.1.0"
} // namespace unply
