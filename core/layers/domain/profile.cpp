#include <oncelab/core/layers/domain/profile.hpp>

namespace oncelab::domain {

constinit const Profile seed_profile = {
    .name = "seed",
    .checks_input = false,
    .checks_amount = false,
    .tells_conflict_apart = false,
};

constinit const Profile strict_profile = {
    .name = "strict",
    .checks_input = true,
    .checks_amount = true,
    .tells_conflict_apart = true,
};

std::array<const Profile*, 2> profiles() { return {&seed_profile, &strict_profile}; }

}  // namespace oncelab::domain
