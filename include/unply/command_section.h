/* The section of objects and programs that holds the commands that made them, one JSON object on each line:
   {"directory": folder, "verb": "cc" | "c++" | "fc", "arguments": [those of the user], "links": bool}.
   It is not loaded. `unply cc` hands the text to the plugin in the environment, and to the linker as an object. */
#ifndef UNPLY_COMMAND_SECTION_H
#define UNPLY_COMMAND_SECTION_H

#define UNPLY_COMMAND_SECTION ".unply.commands"
#define UNPLY_COMMAND_VARIABLE "UNPLY_COMMAND"

#endif
