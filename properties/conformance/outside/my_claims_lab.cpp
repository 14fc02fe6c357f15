// They speak oncelab's words already: nothing to translate.
#include <oncelab/lab.hpp>

#include "my_claims.hpp"

ONCELAB_SUT("my-claims", my::Claims, oncelab::contract::claim_store);
