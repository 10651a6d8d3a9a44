# unply_library(NAME [DEPENDS lib...] [PRIVATE lib...]): one static library for each folder of src/, made of its *.cpp and those of its rooms.
# Files named *_test.cpp beside the code are the folder's unit tests; they go into one of two programs (unply_add_unit_tests).
# libstdc++ 12 deprecates a function that its own stable_sort calls.
add_compile_options(-Wall -Wextra -Wno-unused-parameter -Wno-deprecated-declarations)
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 17)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# UNPLY_SANITIZE ("address,undefined"): the folders that read what others wrote, and what they need of others. The other
# folders compute on what was read and checked: UNPLY_SANITIZE_ALL (scripts/test --long) has them too, for half as much
# processor time again. Never the plugin, which lives in an ordinary clang, nor the runtime, which lives in ordinary programs.
set(UNPLY_READERS base trace graph analysis sim timeline viewer convert stg collect)
option(UNPLY_SANITIZE_ALL "The sanitizers' build has all folders" OFF)
set(UNPLY_IGNORED ${CMAKE_SOURCE_DIR}/cmake/sanitizers_ignore.txt)
function(unply_sanitize target)
  if(UNPLY_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${UNPLY_SANITIZE} -fsanitize-ignorelist=${UNPLY_IGNORED}
      -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${UNPLY_SANITIZE})
  endif()
endfunction()

function(unply_sanitize_library name)
  if(UNPLY_SANITIZE_ALL OR name IN_LIST UNPLY_READERS)
    unply_sanitize(unply_${name})
  endif()
endfunction()

# UNPLY_FUZZ: the fuzzer's counters, in the libraries whose readers it drives. Of functions of namespace unply alone: those
# of the standard library are most of the code, and their counters took a third of the processor time of this build.
set(UNPLY_COUNTED trace graph sim viewer convert)
function(unply_count_for_fuzzer target)
  if(UNPLY_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link
      -fsanitize-coverage-allowlist=${CMAKE_SOURCE_DIR}/cmake/fuzzer_functions.txt)
  endif()
endfunction()

# unply_link_archives(PREFIX [NAME...]): PkgConfig::PREFIX is linked from static archives, with those of the NAMEd libraries
# that they need in turn; where one is missing it stays shared. `unply c++` runs for each file of a build, and half of its
# start went into finding and relocating nine libraries that only other verbs use: least of 300 interleaved starts, less
# that of /bin/true, 1.27 ms shared and 0.60 ms from archives (AMD EPYC, 2026-11-22; the program grows from 4.9 to 8.8 MB).
# A module loaded by the verbs that need it started in 0.75 where archives took 0.56; it would be one more file to install
# and find, with C++ types across its boundary. An archive of libstdc++ costs more in pages than it saves.
option(UNPLY_ARCHIVES "Link libraries from static archives; OFF for distributions that want them shared" ON)
function(unply_link_archives prefix)
  get_target_property(libraries PkgConfig::${prefix} INTERFACE_LINK_LIBRARIES)
  list(TRANSFORM libraries REPLACE "\\.so$" ".a")
  foreach(name IN LISTS ARGN)
    find_library(UNPLY_ARCHIVE_${name} lib${name}.a)
    list(APPEND libraries "${UNPLY_ARCHIVE_${name}}")
  endforeach()
  foreach(library IN LISTS libraries)
    if(NOT UNPLY_ARCHIVES OR NOT library MATCHES "\\.a$" OR NOT EXISTS ${library})
      return()
    endif()
  endforeach()
  set_target_properties(PkgConfig::${prefix} PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
endfunction()

# Code that reads options, prints or decides once for each name or place: nothing of it is meant to be hot, and two thirds
# of its compilation are optimisation and code generation (src/cli: 19 of 67 s without them). With only the smallest
# functions inlined, processor time of compilations side by side: src/skeleton 21.5 s where it took 30.0, a unit of
# src/discover 21.7 and 26.3, one of src/cli 12.5 and 14.3.
set(UNPLY_COLD discover skeleton stg verify)
function(unply_compile_quickly target)
  target_compile_options(${target} PRIVATE
    "$<$<AND:$<COMPILE_LANG_AND_ID:CXX,Clang>,$<CONFIG:Release,RelWithDebInfo>>:SHELL:-mllvm -inline-threshold=25>")
endfunction()

# Headers that many files read, compiled once for all libraries; again for those with other flags, which clang asks for: the
# fuzzer's counters, and src/model, optimised in each build. The sources still include what they use:
# CMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds them without.
set(UNPLY_COMMON_HEADERS <algorithm> <string> <vector> <fmt/format.h>)
function(unply_precompile_common_headers name)
  if(name MATCHES "^(base|model)$" OR (UNPLY_FUZZ AND name IN_LIST UNPLY_COUNTED))
    target_precompile_headers(unply_${name} PRIVATE ${UNPLY_COMMON_HEADERS})
  else()
    target_precompile_headers(unply_${name} REUSE_FROM unply_base)
  endif()
endfunction()

# Where many sources go to a compilation (scripts/build), these stay on their own: each gives something of its own a name
# that another one of its target has too.
set(UNPLY_APART quotient.cpp read_stg.cpp whatif_text.cpp report_text.cpp quotient_text.cpp
  recording_pages.cpp driver_arguments_test.cpp read_job_graph_test.cpp worksharing_loop_test.cpp path_test.cpp
  parallelism_test.cpp quotient_report_test.cpp independence_test.cpp trace_file_test.cpp exact_test.cpp bounds_test.cpp
  loop_origins_test.cpp unit_main.cpp read_wfcommons.cpp run_blocks_test.cpp whatif_changes.cpp generalise_sizes.cpp)
function(unply_keep_apart)
  foreach(source IN LISTS ARGN)
    get_filename_component(name ${source} NAME)
    if(name IN_LIST UNPLY_APART)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()

function(unply_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp *.h)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  add_library(unply_${name} STATIC ${sources})
  unply_keep_apart(${sources})
  target_include_directories(unply_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  target_link_libraries(unply_${name} PUBLIC ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE})
  unply_precompile_common_headers(${name})
  unply_sanitize_library(${name})
  if(name IN_LIST UNPLY_COLD)
    unply_compile_quickly(unply_${name})
  endif()
  if(name IN_LIST UNPLY_COUNTED)
    unply_count_for_fuzzer(unply_${name})
  endif()
  unply_have_unit_tests(${name} ${tests})
  # The folder's own tests alone, for whoever works on it: ninja -C build unply_NAME_tests.
  add_executable(unply_${name}_tests EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/unit_main.cpp ${tests})
  set_target_properties(unply_${name}_tests PROPERTIES UNITY_BUILD_BATCH_SIZE 8)
  target_link_libraries(unply_${name}_tests PRIVATE unply_${name} doctest::doctest fmt::fmt nlohmann_json::nlohmann_json)
  unply_sanitize(unply_${name}_tests)
endfunction()

# Eight files of a folder at a time: tests use whole namespaces, and more of them, or those of several folders, have names
# that mean two things.
function(unply_compile_tests_together name)
  set(count 0)
  foreach(test IN LISTS ARGN)
    math(EXPR group "${count} / 8")
    set_source_files_properties(${test} DIRECTORY ${CMAKE_SOURCE_DIR} PROPERTIES UNITY_GROUP ${name}_${group})
    math(EXPR count "${count} + 1")
  endforeach()
endfunction()

# Unit tests go into unply_reader_tests, which the sanitizers' build has, or into unply_algorithm_tests: those of folders that
# are not in UNPLY_READERS, and those of random schedules and graphs, which take minutes without optimisation.
set(UNPLY_LONG_TESTS "/src/(analysis|sim/(bounds|curve|schedulers|whatif))/")
function(unply_have_unit_tests name)
  unply_compile_tests_together(${name} ${ARGN})
  set(tests ${ARGN})
  if(name IN_LIST UNPLY_READERS)
    set(readers ${ARGN})
    list(FILTER readers EXCLUDE REGEX "${UNPLY_LONG_TESTS}")
    list(FILTER tests INCLUDE REGEX "${UNPLY_LONG_TESTS}")
    set_property(GLOBAL APPEND PROPERTY UNPLY_TESTS_reader ${readers})
    set_property(GLOBAL APPEND PROPERTY UNPLY_LIBRARIES_reader unply_${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY UNPLY_TESTS_algorithm ${tests})
  set_property(GLOBAL APPEND PROPERTY UNPLY_LIBRARIES_algorithm unply_${name})
endfunction()

# Built when tests/unit/run asks for them: whoever only uses unply saves a quarter of the compilation.
function(unply_add_unit_tests)
  foreach(program reader algorithm)
    get_property(tests GLOBAL PROPERTY UNPLY_TESTS_${program})
    get_property(libraries GLOBAL PROPERTY UNPLY_LIBRARIES_${program})
    set(target unply_${program}_tests)
    add_executable(${target} EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/unit_main.cpp ${tests})
    target_link_libraries(${target} PRIVATE ${libraries} doctest::doctest fmt::fmt nlohmann_json::nlohmann_json)
    set_source_files_properties(${CMAKE_SOURCE_DIR}/tests/unit_main.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    unply_keep_apart(${tests} ${CMAKE_SOURCE_DIR}/tests/unit_main.cpp)
    target_precompile_headers(${target} PRIVATE ${UNPLY_COMMON_HEADERS} <doctest/doctest.h> <nlohmann/json.hpp>)
    unply_sanitize(${target})
    # A test runs once: optimised, tests take twice the time to compile and none less to run.
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O0>)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  endforeach()
endfunction()
