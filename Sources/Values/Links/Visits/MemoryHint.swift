import CMemory

/// Memory that is going to be read soon, which the processor fetches while it does something else.
package enum MemoryHint {
  /// Asks for the memory at an address, which need not belong to anything.
  package static func willRead(_ address: UnsafeRawPointer) { keiro_prefetch(address) }
}
