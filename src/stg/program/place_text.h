// Places of the source as people write them.
#pragma once
#include "stg/program/program.h"

namespace unply::stg {

std::string place_text(const Program& program, const Place& place); // "pipeline.c:12", "line 12", "?"

} // namespace unply::stg
