/// The ranges that the captures of a path cover, in the order of the path.
///
/// The first two are stored inline, since hardly any route has more, so such a match does not
/// allocate.
package struct CaptureRanges: Hashable, Sendable {
  package let count: Int
  private var first = 0..<0
  private var second = 0..<0
  private var others: [Range<Int>]

  /// The given number of captures, all empty.
  package init(count: Int) {
    self.count = count
    others = count > 2 ? [Range<Int>](repeating: 0..<0, count: count - 2) : []
  }

  init(_ ranges: [Range<Int>]) {
    self.init(count: ranges.count)
    for (index, range) in ranges.enumerated() { self[index] = range }
  }

  /// Offsets in the bytes of the path. The index is less than the count.
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
