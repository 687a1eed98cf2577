#include <linux/sched.h>
// The C library has a structure of this name as well.
#define sched_param linux_sched_param
#include <linux/sched/types.h>
#undef sched_param
#include <sys/syscall.h>
#include <unistd.h>

#include "shim.h"

// The system lets a thread with a short slice interrupt one with a long slice as soon as it wakes up,
// and a thread that calculates in batches gives way at once, too. Earlier systems than Linux 6.12 leave
// the slice as it is.
void keiro_work_in_batches(int niceness, unsigned long long nanoseconds) {
  struct sched_attr attributes = {
      .size = sizeof attributes,
      .sched_policy = SCHED_BATCH,
      .sched_nice = niceness,
      .sched_runtime = nanoseconds,
  };
  // A refusal leaves the thread as it is, with less right to a processor than the others.
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}
