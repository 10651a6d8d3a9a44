// The verbs of `unply stg`; cmd_stg.cpp lists them.
#pragma once

namespace unply {

int cmd_stg_build(int argc, char** argv);
int cmd_stg_show(int argc, char** argv);
int cmd_stg_check(int argc, char** argv);
int cmd_stg_instantiate(int argc, char** argv);
int cmd_stg_verify(int argc, char** argv);
int cmd_stg_measure(int argc, char** argv);
int cmd_stg_predict(int argc, char** argv);
int cmd_stg_export(int argc, char** argv);

} // namespace unply
