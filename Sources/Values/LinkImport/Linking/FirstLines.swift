import Links

/// The lines on which links first appeared, in about 20 bytes per link.
///
/// A link is identified by 96 bits of a digest: a million links collide once in 10^17 imports.
/// There are several small tables instead of one large one because a growing table is in memory
/// twice.
struct FirstLines {
  private var tables = Array(repeating: LineTable(), count: 1 << tableBits)

  private static let tableBits = 4

  /// The line on which a link appeared before; nil the first time, which is then recorded.
  mutating func insert(_ key: LinkKey, line: Int) -> Int? {
    let (table, high, low) = Self.place(key)
    return tables[table].insert(high, low, line: line)
  }

  func contains(_ key: LinkKey) -> Bool {
    let (table, high, low) = Self.place(key)
    return tables[table].line(high, low) != nil
  }

  /// The table of a link, and what identifies it there.
  private static func place(_ key: LinkKey) -> (table: Int, high: UInt64, low: UInt32) {
    let (high, low) = digest(key)
    return (Int(high >> (UInt64.bitWidth - tableBits)), high << tableBits, low)
  }

  /// FNV-1a in 128 bits; its upper bits mix worst and are folded into the lower ones.
  private static func digest(_ key: LinkKey) -> (high: UInt64, low: UInt32) {
    var hash = UInt128(0x6c62_272e_07bb_0142) << 64 | UInt128(0x62b8_2175_6295_c58d)
    let prime = UInt128(1) << 88 | UInt128(0x13b)
    for text in [key.host, key.slug] {
      for byte in text.utf8 { hash = (hash ^ UInt128(byte)) &* prime }
      hash = (hash ^ 0xFF) &* prime
    }
    let upper = UInt64(truncatingIfNeeded: hash >> 64)
    let lower = UInt64(truncatingIfNeeded: hash)
    // The last step of SplitMix64, so that every bit of the digest influences the slot.
    var mixed = upper ^ lower
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return (mixed ^ (mixed >> 31), UInt32(truncatingIfNeeded: lower))
  }
}

/// The lines for one part of the digests.
///
/// Slots are ordered by digest, so that a larger table is filled from one end to the other.
private struct LineTable {
  private struct Slot {
    var high: UInt64 = 0
    var low: UInt32 = 0
    /// The line, from 1; 0 for a free slot.
    var line: UInt32 = 0
  }

  private var slots: [Slot] = []
  private var count = 0

  private static let smallest = 64

  mutating func insert(_ high: UInt64, _ low: UInt32, line: Int) -> Int? {
    if count >= slots.count / 5 * 4 { grow() }
    let slot = slot(high, low)
    guard slots[slot].line == 0 else { return Int(slots[slot].line) }
    slots[slot] = Slot(high: high, low: low, line: UInt32(clamping: max(line, 1)))
    count += 1
    return nil
  }

  func line(_ high: UInt64, _ low: UInt32) -> Int? {
    guard count > 0, case let line = slots[slot(high, low)].line, line != 0 else { return nil }
    return Int(line)
  }

  /// The slot of a digest, or the free one where it goes; there always is one.
  private func slot(_ high: UInt64, _ low: UInt32) -> Int {
    var slot = Self.slot(high, slots.count)
    while slots[slot].line != 0, slots[slot].high != high || slots[slot].low != low {
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    return slot
  }

  private static func slot(_ high: UInt64, _ count: Int) -> Int {
    Int(high.multipliedFullWidth(by: UInt64(count)).high)
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: max(old.count / 5 * 7, Self.smallest))
    for entry in old where entry.line != 0 {
      slots[slot(entry.high, entry.low)] = entry
    }
  }
}
