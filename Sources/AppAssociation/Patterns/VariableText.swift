extension StringProtocol {
  /// The place of the first `$(`; nil without one.
  var openingOfVariable: Range<Index>? {
    var rest = utf8[...]
    while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest[rest.index(after: dollar)...]
      if rest.first == UInt8(ascii: "(") { return dollar..<rest.index(after: rest.startIndex) }
    }
    return nil
  }

  var holdsVariable: Bool { openingOfVariable != nil }
}
