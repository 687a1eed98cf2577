import Links

/// The numbers of links that were counted lately: without them each batch would look every link up
/// in an index, which costs more than writing its clicks down.
///
/// Twelve bytes a slot: a link is known by 64 bits of a keyed hash. Of three million links two share
/// these bits with a probability of one in four million, and nobody can choose such links, since
/// the key is drawn at random for each process.
struct LinkNumbers {
  private var hashes: [UInt64] = []
  /// 0 in a free slot.
  private var numbers: [UInt32] = []
  private(set) var count = 0

  /// Twelve megabytes.
  private static let mostSlots = 1 << 20
  private static let fewestSlots = 1 << 10

  /// Nil for a link that is not known here.
  func number(of link: LinkKey) -> Int? {
    guard !numbers.isEmpty else { return nil }
    let number = numbers[slot(of: Self.hash(link))]
    return number == 0 ? nil : Int(number)
  }

  mutating func insert(_ number: Int, of link: LinkKey) {
    guard let number = UInt32(exactly: number), number > 0 else { return }
    makeRoom()
    let hash = Self.hash(link)
    let slot = slot(of: hash)
    if numbers[slot] == 0 { count += 1 }
    (hashes[slot], numbers[slot]) = (hash, number)
  }

  mutating func removeAll() {
    self = LinkNumbers()
  }

  /// At most three quarters of the slots are taken. When there are no more to be had, all links are
  /// forgotten: those that still have visits come back with their next batch.
  private mutating func makeRoom() {
    guard count >= numbers.count / 4 * 3 else { return }
    if numbers.count >= Self.mostSlots {
      removeAll()
    }
    let old = self
    let slots = max(Self.fewestSlots, numbers.count * 2)
    hashes = [UInt64](repeating: 0, count: slots)
    numbers = [UInt32](repeating: 0, count: slots)
    for place in old.numbers.indices where old.numbers[place] != 0 {
      let slot = slot(of: old.hashes[place])
      (hashes[slot], numbers[slot]) = (old.hashes[place], old.numbers[place])
    }
  }

  /// Where a hash stands, or may be put.
  private func slot(of hash: UInt64) -> Int {
    let last = numbers.count - 1
    var slot = Int(truncatingIfNeeded: hash) & last
    while numbers[slot] != 0, hashes[slot] != hash { slot = (slot + 1) & last }
    return slot
  }

  private static func hash(_ link: LinkKey) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(link)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
