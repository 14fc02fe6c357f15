// First object of every instrumented unit: its thread-local variables mark the beginning of the
// unit's thread-local data. Compiled without instrumentation.
extern "C" {

extern __thread char oncelab_unit_tdata_end[64];
extern __thread char oncelab_unit_tbss_end[64];
alignas(64) __thread char oncelab_unit_tdata_begin[64] = {1};
alignas(64) __thread char oncelab_unit_tbss_begin[64];

void oncelab_unit_tls(const char* bounds[4]) {
  bounds[0] = oncelab_unit_tdata_begin + 64;
  bounds[1] = oncelab_unit_tdata_end;
  bounds[2] = oncelab_unit_tbss_begin + 64;
  bounds[3] = oncelab_unit_tbss_end;
}
}
