// RapidCheck keeps plain static stacks of parameters: a second thread in it corrupts memory,
// silently with some compilers. So the first thread that comes here owns it for the life of the
// process, and any other one is a fault of ours that ends the process, deterministically.
#pragma once

namespace oncelab::gen::detail {

void enter_rapidcheck();

}  // namespace oncelab::gen::detail
