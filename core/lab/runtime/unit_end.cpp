// Last object of every instrumented unit: see unit_begin.cpp.
extern "C" {
alignas(64) __thread char oncelab_unit_tdata_end[64] = {1};
alignas(64) __thread char oncelab_unit_tbss_end[64];
}
