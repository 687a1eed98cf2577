/// The numbers of recently counted links: otherwise each batch would look up every link in an index,
/// which costs more than writing its clicks.
///
/// A slot takes twelve bytes: a link is identified by its hash in `CountedLinks`. Among three million
/// links, two share these 64 bits with a probability of one in four million, and such links cannot be
/// chosen, since the hash is keyed.
struct LinkNumbers {
  private var hashes: [UInt64] = []
  /// The number in each slot; 0 for a free one.
  private var numbers: [UInt32] = []
  private(set) var count = 0

  /// Twelve megabytes of slots.
  private static let mostSlots = 1 << 20
  private static let fewestSlots = 1 << 10

  /// The number of the link with a hash; nil for one that is not known here.
  func number(of hash: UInt64) -> Int? {
    guard !numbers.isEmpty else { return nil }
    let number = numbers[slot(of: hash)]
    return number == 0 ? nil : Int(number)
  }

  mutating func insert(_ number: Int, of hash: UInt64) {
    guard let number = UInt32(exactly: number), number > 0 else { return }
    makeRoom()
    let slot = slot(of: hash)
    if numbers[slot] == 0 { count += 1 }
    (hashes[slot], numbers[slot]) = (hash, number)
  }

  mutating func removeAll() {
    self = LinkNumbers()
  }

  /// Keeps a quarter of the slots free. At the maximum size all links are forgotten; those that still
  /// have visits return with their next batch.
  private mutating func makeRoom() {
    guard count >= numbers.count / 4 * 3 else { return }
    if numbers.count >= Self.mostSlots {
      removeAll()
    }
    let old = self
    let slots = max(Self.fewestSlots, numbers.count * 2)
    hashes = [UInt64](repeating: 0, count: slots)
    numbers = [UInt32](repeating: 0, count: slots)
    for index in old.numbers.indices where old.numbers[index] != 0 {
      let slot = slot(of: old.hashes[index])
      (hashes[slot], numbers[slot]) = (old.hashes[index], old.numbers[index])
    }
  }

  /// The slot of a hash, or the free one where it may be stored.
  private func slot(of hash: UInt64) -> Int {
    let last = numbers.count - 1
    var slot = Int(truncatingIfNeeded: hash) & last
    while numbers[slot] != 0, hashes[slot] != hash { slot = (slot + 1) & last }
    return slot
  }
}
