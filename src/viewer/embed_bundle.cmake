# Writes OUTPUT, a C++ file with the bytes of SCRIPT and STYLE (src/viewer/page_bundle.h).
# What would end the element that holds it is refused: esbuild escapes </script in texts.
function(append_array name path)
  file(READ ${path} text)
  string(TOLOWER "${text}" lower)
  if(lower MATCHES "</script|</style|<!--|\r")
    message(FATAL_ERROR "${path}: has '${CMAKE_MATCH_0}', which cannot stand inside of an HTML element")
  endif()
  file(SHA256 ${path} hash)
  file(READ ${path} hex HEX)
  string(REGEX REPLACE "(................................................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  file(APPEND ${OUTPUT} "static const unsigned char k${name}[] = {\n${bytes}\n};\n"
    "std::string_view page_${name}() { return {reinterpret_cast<const char*>(k${name}), sizeof k${name}}; }\n"
    "std::string_view page_${name}_sha256() { return \"${hash}\"; }\n")
endfunction()
file(WRITE ${OUTPUT} "#include \"viewer/page_bundle.h\"\nnamespace unply {\n")
append_array(script ${SCRIPT})
append_array(style ${STYLE})
file(APPEND ${OUTPUT} "} // namespace unply\n")
