#include <oncelab/lab.hpp>

#include "my_claims.hpp"

ONCELAB_SUT("my-fixed-claims", my::FixedClaims, oncelab::contract::claim_store);
