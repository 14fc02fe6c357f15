// Fatal signals and std::terminate during a run end the run, not the process. Internal.
#pragma once

namespace oncelab::runtime::detail {
void install_signal_handlers();
void install_terminate_handler();
}  // namespace oncelab::runtime::detail
