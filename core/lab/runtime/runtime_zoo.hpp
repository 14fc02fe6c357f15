// Programs for runtime_test.cpp: instrumented code behind plain function pointers.
#pragma once

namespace oncelab::zoo {

struct Program {
  const char* name;
  int (*run)();  // an outcome: 0 is wrong, others are legal and named by the test
};

const Program* programs();  // ends with a null name
const Program* find(const char* name);

}  // namespace oncelab::zoo
