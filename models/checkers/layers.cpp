#include <oncelab/models/api_request.hpp>
#include <oncelab/models/checkers/checker_of_impl.hpp>
#include <oncelab/models/claim_store.hpp>
#include <oncelab/models/inbox.hpp>
#include <oncelab/models/order.hpp>

namespace oncelab::models {

template std::unique_ptr<check::Checker> checker_of(ApiRequest, Partitioned);
template std::unique_ptr<check::Checker> checker_of(ClaimStore, Partitioned);
template std::unique_ptr<check::Checker> checker_of(Inbox, Partitioned);
template std::unique_ptr<check::Checker> checker_of(Order, Partitioned);

}  // namespace oncelab::models
