/// The byte ranges matched by the captures of a path, in path order.
///
/// The first two are stored inline, since hardly any route has more; matching such a route
/// allocates nothing.
package struct CaptureRanges: Hashable, Sendable {
  /// The number of captures.
  package let count: Int
  private var first = 0..<0
  private var second = 0..<0
  private var others: [Range<Int>]

  /// Creates the given number of empty captures.
  package init(count: Int) {
    self.count = count
    others = count > 2 ? [Range<Int>](repeating: 0..<0, count: count - 2) : []
  }

  init(_ ranges: [Range<Int>]) {
    self.init(count: ranges.count)
    for (index, range) in ranges.enumerated() { self[index] = range }
  }

  /// The byte offsets of a capture in the path. The index must be less than `count`.
  package subscript(index: Int) -> Range<Int> {
    get {
      switch index {
      case 0: first
      case 1: second
      default: others[index - 2]
      }
    }
    set {
      switch index {
      case 0: first = newValue
      case 1: second = newValue
      default: others[index - 2] = newValue
      }
    }
  }
}
