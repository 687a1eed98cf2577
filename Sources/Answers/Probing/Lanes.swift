import Dispatch
import Synchronization

/// Performs several blocking operations concurrently.
enum Lanes {
  /// The results in the order of the items.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], width: Int, _ work: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    let next = Mutex(0)
    let results = Mutex([Int: Result]())
    let group = DispatchGroup()
    for number in 0..<min(width, items.count) {
      // A serial queue has its own thread, regardless of other work.
      DispatchQueue(label: "keiro.doctor.\(number)").async(group: group) {
        while true {
          let index = next.withLock { next in
            defer { next += 1 }
            return next
          }
          guard index < items.count else { return }
          let result = work(items[index])
          results.withLock { $0[index] = result }
        }
      }
    }
    group.wait()
    return results.withLock { results in items.indices.compactMap { results[$0] } }
  }
}
