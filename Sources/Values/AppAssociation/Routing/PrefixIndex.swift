/// A trie of byte strings. Among the strings that may be prefixes of a text, it finds the
/// lowest-numbered one that a test accepts.
///
/// It branches only where strings differ and leaves the bytes between branches to the test, so its
/// size depends on the number of strings and not on their lengths.
package struct PrefixIndex: Sendable {
  private struct Node: Sendable {
    /// The number of text bytes compared before this node.
    var depth: Int
    /// The strings that end here, as a range of indices into `numbers`.
    var own: Range<Int> = 0..<0
    /// The children, as a range of indices into `bytes` and, from `firstChild`, into `nodes`.
    var children: Range<Int> = 0..<0
    var firstChild = 0
  }

  private var nodes: [Node] = []
  /// The string numbers, grouped by node and ascending within each.
  private var numbers: [Int] = []
  /// The next byte of each child, grouped by node.
  private var bytes: [UInt8] = []

  /// Creates an index; the number of a prefix is its position in the array.
  package init(_ prefixes: [[UInt8]]) {
    let order = prefixes.indices.sorted { one, other in
      prefixes[one].lexicographicallyPrecedes(prefixes[other])
        || prefixes[one] == prefixes[other] && one < other
    }
    nodes.append(Node(depth: 0))
    var open = [(node: 0, range: order.indices, depth: 0)]
    while let (node, range, depth) = open.popLast() {
      open += expand(node, order[range], prefixes, from: depth)
    }
  }

  /// Fills a node with a range of the sorted strings and returns the ranges for its children.
  private mutating func expand(
    _ node: Int, _ part: ArraySlice<Int>, _ prefixes: [[UInt8]], from depth: Int
  ) -> [(node: Int, range: Range<Int>, depth: Int)] {
    guard let first = part.first, let last = part.last else { return [] }
    let depth = Self.agreement(prefixes[first], prefixes[last], from: depth)
    let ending = part.prefix { prefixes[$0].count == depth }
    nodes[node].depth = depth
    nodes[node].own = numbers.count..<numbers.count + ending.count
    numbers += ending
    nodes[node].firstChild = nodes.count
    let firstByte = bytes.count
    var children: [(node: Int, range: Range<Int>, depth: Int)] = []
    var start = ending.endIndex
    while start < part.endIndex {
      let byte = prefixes[part[start]][depth]
      let end = part[start...].firstIndex { prefixes[$0][depth] != byte } ?? part.endIndex
      children.append((nodes.count, start..<end, depth + 1))
      nodes.append(Node(depth: depth + 1))
      bytes.append(byte)
      start = end
    }
    nodes[node].children = firstByte..<bytes.count
    return children
  }

  /// The length of the prefix shared by two strings, and so by all strings sorted between them.
  private static func agreement(_ one: [UInt8], _ other: [UInt8], from start: Int) -> Int {
    let end = min(one.count, other.count)
    var index = start
    while index < end, one[index] == other[index] { index += 1 }
    return index
  }

  /// - Parameters:
  ///   - text: the text.
  ///   - limit: only numbers below it are considered.
  ///   - accepts: called for every candidate better than the best so far, including some whose
  ///     string is not a prefix of the text.
  package func first(
    _ text: Span<UInt8>, below limit: Int = .max, where accepts: (Int) -> Bool
  ) -> Int? {
    var best = limit
    var node = nodes[0]
    while node.depth <= text.count {
      for index in node.own {
        let number = numbers[index]
        if number >= best { break }
        if accepts(number) {
          best = number
          break
        }
      }
      guard node.depth < text.count, let child = child(of: node, text[node.depth]) else { break }
      node = nodes[child]
    }
    return best == limit ? nil : best
  }

  private func child(of node: Node, _ byte: UInt8) -> Int? {
    for index in node.children where bytes[index] == byte {
      return node.firstChild + index - node.children.lowerBound
    }
    return nil
  }
}
