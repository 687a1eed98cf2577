#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "shim.h"

char **keiro_arguments;

// glibc passes the arguments of main to constructors as well. Swift's own ones are read from /proc,
// which is not mounted everywhere.
__attribute__((constructor)) static void keep_arguments(int count, char **arguments) {
  (void)count;
  keiro_arguments = arguments;
}

// Code that the loader has changed while it placed it is not in the file as it runs.
static int is_relocated(const struct dl_phdr_info *library) {
  for (int i = 0; i < library->dlpi_phnum; i++) {
    if (library->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(library->dlpi_addr + library->dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_TEXTREL) return 1;
      if (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL) return 1;
    }
  }
  return 0;
}

static int return_code_of(struct dl_phdr_info *library, size_t size, void *context) {
  (void)size;
  (void)context;
  if (is_relocated(library)) return 0;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < library->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
    // Writable pages may differ from the file.
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) || segment->p_flags & PF_W) continue;
    uintptr_t start = (library->dlpi_addr + segment->p_vaddr) / page * page;
    uintptr_t end = (library->dlpi_addr + segment->p_vaddr + segment->p_filesz) / page * page;
    // A failure costs memory alone.
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

// The loader is locked meanwhile, so that no library leaves its addresses to other uses.
void keiro_return_code(void) { dl_iterate_phdr(return_code_of, NULL); }

// As in linux/sched/types.h, which some versions of glibc declare once more.
struct thread_weight {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
};

// Adds to the niceness of the calling thread and sets its slice in nanoseconds, 0 for the system's. A
// thread with a short slice that wakes up goes before one with a longer slice that runs, since Linux 6.12;
// it does not get more time by that. Where the call is not to be had, as in some sandboxes, or the policy is
// another one, the niceness alone is set.
void keiro_weigh_thread(int extra_nice, uint64_t slice) {
  struct thread_weight weight = {.size = sizeof weight};
  if (syscall(SYS_sched_getattr, 0, &weight, sizeof weight, 0) == 0 && weight.policy == SCHED_OTHER) {
    weight.nice = weight.nice + extra_nice > 19 ? 19 : weight.nice + extra_nice;
    weight.runtime = slice;
    if (syscall(SYS_sched_setattr, 0, &weight, 0) == 0) return;
  }
  if (extra_nice > 0) (void)nice(extra_nice);
}

void keiro_take_short_turns(void) {
  static _Thread_local int is_short;
  if (is_short) return;
  is_short = 1;
  keiro_weigh_thread(0, 100000);
}
