# find_package(unply [COMPONENTS openmp tbb mpi]): the headers of the divide-and-conquer skeleton (C++20, nothing to link).
#
#   find_package(unply REQUIRED COMPONENTS openmp)
#   target_link_libraries(sort PRIVATE unply::skeleton)        # <unply/divide_and_conquer.h>, <unply/annotate.h>
#   target_link_libraries(sort PRIVATE unply::openmp)          # <unply/divide_and_conquer/openmp.h>, and so on
#
# The tree may be moved: everything is found from this file.
cmake_minimum_required(VERSION 3.16)
include(CMakeFindDependencyMacro)
get_filename_component(_unply_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET unply::skeleton)
  add_library(unply::skeleton INTERFACE IMPORTED)
  set_target_properties(unply::skeleton PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_unply_prefix}/include"
    INTERFACE_COMPILE_FEATURES cxx_std_20)
endif()

set(_unply_package_openmp OpenMP)
set(_unply_target_openmp OpenMP::OpenMP_CXX)
set(_unply_package_tbb TBB)
set(_unply_target_tbb TBB::tbb)
set(_unply_package_mpi MPI)
set(_unply_target_mpi MPI::MPI_CXX)
foreach(_unply_component IN LISTS unply_FIND_COMPONENTS)
  set(unply_${_unply_component}_FOUND FALSE)
  if(_unply_component STREQUAL "skeleton")
    set(unply_skeleton_FOUND TRUE)
  elseif(NOT DEFINED _unply_package_${_unply_component})
    set(unply_NOT_FOUND_MESSAGE "unply has no component ${_unply_component}: openmp, tbb, mpi")
  else()
    # Its own messages would end an optional component as well.
    find_package(${_unply_package_${_unply_component}} QUIET)
    if(TARGET ${_unply_target_${_unply_component}})
      set(unply_${_unply_component}_FOUND TRUE)
      if(NOT TARGET unply::${_unply_component})
        add_library(unply::${_unply_component} INTERFACE IMPORTED)
        set_target_properties(unply::${_unply_component} PROPERTIES
          INTERFACE_LINK_LIBRARIES "unply::skeleton;${_unply_target_${_unply_component}}")
      endif()
    else()
      set(unply_NOT_FOUND_MESSAGE
        "component ${_unply_component} needs ${_unply_package_${_unply_component}}, which was not found for this compiler")
    endif()
  endif()
  if(NOT unply_${_unply_component}_FOUND AND unply_FIND_REQUIRED_${_unply_component})
    set(unply_FOUND FALSE)
  endif()
endforeach()
unset(_unply_prefix)
