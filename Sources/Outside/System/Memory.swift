import CSystem

package enum Memory {
  /// The resident bytes that belong neither to a file nor to a block in use: stacks, fixed data,
  /// and what the allocator keeps for later. Nil when the system does not report them.
  package static var idle: Int? {
    guard let bytes = try? readFile("/proc/self/statm", limit: 1024) else { return nil }
    let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").map { Int($0) ?? 0 }
    guard pages.count > 2 else { return nil }
    return (pages[1] - pages[2]) * Int(sysconf(Int32(_SC_PAGESIZE))) - Int(keiro_bytes_in_use())
  }

  /// Returns unused memory to the system: freed blocks, which the allocator would keep for similar
  /// allocations, and the pages of code, which come back from the page cache as they are called again.
  /// Half of the memory of a server that has just started is code that only the start runs.
  package static func returnUnused() {
    malloc_trim(0)
    keiro_return_code()
  }

  /// Limits the allocator to one arena per processor instead of eight: Dispatch's threads come and go,
  /// and the memory that each leaves in another arena adds up to megabytes under load. To be called
  /// before threads are created.
  ///
  /// - Parameter count: another limit, for threads that wait for one another anyway.
  package static func limitArenas(to count: Int = max(Process.processors, 2)) {
    keiro_limit_arenas(Int32(clamping: count))
  }

  /// Returns large blocks to the system as soon as they are free. The allocator would otherwise raise
  /// its limit for large blocks with the first that is freed, put later ones among the small blocks, and
  /// keep the gaps between them after each reading of a configuration.
  ///
  /// What is free at the end of an arena is kept up to a megabyte: otherwise the arena shrinks and grows
  /// with each handshake of TLS, by system calls and page faults.
  package static func returnLargeBlocks() {
    keiro_return_blocks_from(128 * 1024, 1024 * 1024)
  }
}
