// Persistent operations: what MPI_Send_init and MPI_Recv_init describe is a message at each start of their request.
#pragma once
#include "sets/nodes.h"

namespace unply::sets {

// Adds to the operations one for each start of a persistent operation (CommNode::started): its instances are those of
// the start, its arguments those of the operation. False, with nothing added, where it is not known which operation a
// start starts: requests are told by the memory they lie in.
bool add_starts(NodeList& list);

} // namespace unply::sets
