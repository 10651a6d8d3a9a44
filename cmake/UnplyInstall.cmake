# What `cmake --install` puts where, and the Debian package that `cpack -G DEB` makes of it. bin/, lib/unply/ and include/
# keep their places relative to each other, so that an installed tree may be moved. lib/ is not the multiarch folder on
# purpose: what lies in lib/unply belongs to this program alone.
install(TARGETS unply RUNTIME DESTINATION bin)
foreach(driver unply-cc unply-c++ unply-fc unply-stg-cc unply-stg-c++ unply-stg-fc)
  install(FILES ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${driver} DESTINATION bin)
endforeach()
install(FILES ${UNPLY_LIBRARY_DIR}/unply_plugin.so ${UNPLY_LIBRARY_DIR}/unply_embed.so ${UNPLY_LIBRARY_DIR}/unply_thread_sanitizer.so
  ${UNPLY_LIBRARY_DIR}/libunply_runtime.a ${UNPLY_LIBRARY_DIR}/libunply_races.a DESTINATION lib/unply)
install(PROGRAMS ${UNPLY_LIBRARY_DIR}/unply_extract ${UNPLY_LIBRARY_DIR}/unply_sets DESTINATION lib/unply)
install(DIRECTORY ${UNPLY_LIBRARY_DIR}/ DESTINATION lib/unply FILES_MATCHING PATTERN "libunply_recorder*.so"
  PATTERN "fortran" EXCLUDE PATTERN "omp" EXCLUDE)
install(DIRECTORY ${UNPLY_LIBRARY_DIR}/omp DESTINATION lib/unply OPTIONAL) # where scripts/fetch-libomp got it
if(FLANG)
  install(DIRECTORY ${UNPLY_LIBRARY_DIR}/fortran DESTINATION lib/unply)
endif()
install(FILES include/unply/annotate.h include/unply/annotate_abi.h include/unply/trace_format.h include/unply/unply.f90 DESTINATION include/unply)
install(DIRECTORY include/unply/libstdc++ include/unply/mpi_fortran DESTINATION include/unply)
# The skeleton: headers, and what CMake and pkg-config find them by. They fit every machine, so they lie in share.
install(FILES include/unply/divide_and_conquer.h DESTINATION include/unply)
install(DIRECTORY include/unply/divide_and_conquer DESTINATION include/unply)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(unplyConfigVersion.cmake COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES cmake/unplyConfig.cmake ${CMAKE_BINARY_DIR}/unplyConfigVersion.cmake DESTINATION share/cmake/unply)
configure_file(cmake/unply.pc.in unply.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/unply.pc DESTINATION share/pkgconfig)
install(DIRECTORY examples/skeleton DESTINATION share/doc/unply/examples)
install(FILES ${CMAKE_BINARY_DIR}/completion/unply DESTINATION share/bash-completion/completions)
# zsh looks into the first of these under /usr/local, and Debian's into the second under /usr.
install(FILES ${CMAKE_BINARY_DIR}/completion/_unply DESTINATION share/zsh/site-functions)
install(FILES ${CMAKE_BINARY_DIR}/completion/_unply DESTINATION share/zsh/vendor-completions)
install(DIRECTORY ${CMAKE_BINARY_DIR}/man/ DESTINATION share/man/man1 FILES_MATCHING PATTERN "*.1")
install(FILES LICENSE README.md CHANGELOG.md DESTINATION share/doc/unply)
install(DIRECTORY docs/guide DESTINATION share/doc/unply)
# The terms of what the program holds of others: headers, and the archives of unply_link_archives (elfutils: LGPL-3+).
foreach(package IN ITEMS libdw-dev libbz2-dev liblzma-dev zlib1g-dev libzstd-dev libdeflate-dev libopen-trace-format2-dev
    libsqlite3-dev libcli11-dev libeigen3-dev libisl-dev libgmp-dev nlohmann-json3-dev robin-map-dev)
  install(FILES /usr/share/doc/${package}/copyright DESTINATION share/doc/unply/copyright RENAME ${package} OPTIONAL)
endforeach()

set(CPACK_PACKAGE_NAME unply)
set(CPACK_PACKAGE_VENDOR "The unply authors")
set(CPACK_PACKAGE_CONTACT "The unply authors <unply@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "shows what can run in parallel in a program and what stops the rest")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# The libraries that the program itself is linked to are found by dpkg-shlibdeps; the compiler is run, not linked.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-22, binutils")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "flang-22, graphviz")
set(CPACK_STRIP_FILES OFF)
include(CPack)
