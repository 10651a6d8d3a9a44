// Finds the parts of unply relative to the running executable's real path: bin/unply, lib/unply/ and include/ keep the
// same relative places in the build tree, in an installation and in one that was moved.
#pragma once
#include <filesystem>
#include <string>

namespace unply {

struct InstallPaths {
  std::filesystem::path executable;
  std::filesystem::path library_dir; // unply_plugin.so, libunply_runtime.a
  std::filesystem::path include_dir; // unply/annotate.h
  std::filesystem::path plugin() const { return library_dir / "unply_plugin.so"; }
  std::filesystem::path pragma_plugin() const; // the same file, unless the pragmas have one of their own
  std::filesystem::path thread_sanitizer_plugin() const { return library_dir / "unply_thread_sanitizer.so"; }
  std::filesystem::path runtime() const { return library_dir / "libunply_runtime.a"; }
  std::filesystem::path races() const { return library_dir / "libunply_races.a"; } // for programs with ThreadSanitizer
  std::filesystem::path recorder() const { return library_dir / "libunply_recorder.so"; }
  std::filesystem::path tbb_recorder() const { return library_dir / "libunply_recorder_tbb.so"; }
  std::filesystem::path mpi_recorder() const { return library_dir / "libunply_recorder_mpi.so"; } // may be missing
  std::filesystem::path extractor() const { return library_dir / "unply_extract"; }       // of task graphs, with LLVM
  std::filesystem::path integer_sets() const { return library_dir / "unply_sets"; }       // of task graphs, with isl
  std::filesystem::path bitcode_plugin() const { return library_dir / "unply_embed.so"; } // for task graphs
  std::filesystem::path mpi_fortran() const { return include_dir / "unply" / "mpi_fortran"; } // MPI's, for flang
  std::filesystem::path openmp() const { return library_dir / "omp"; } // libomp, and libomp under libgomp's name
  std::filesystem::path library_headers() const { return include_dir / "unply" / "libstdc++"; }
  std::filesystem::path fortran_source() const { return include_dir / "unply" / "unply.f90"; }
  std::filesystem::path fortran_modules() const { return library_dir / "fortran"; }
};

InstallPaths install_paths();

// The first executable file of this name in PATH or, failing that, in the folder of Debian's LLVM; empty if none.
std::filesystem::path find_program(const std::string& name);

} // namespace unply
