/// A trie of byte strings that finds, among those that a text begins with, the first by number
/// that a test accepts.
struct PrefixIndex: Sendable {
  private struct Node: Sendable {
    var children: [(byte: UInt8, node: Int)] = []
    /// Ascending.
    var numbers: [Int] = []
  }

  private var nodes = [Node()]

  /// The position of a prefix is its number.
  init(_ prefixes: [[UInt8]]) {
    for (number, prefix) in prefixes.enumerated() {
      var node = 0
      for byte in prefix { node = child(of: node, byte) ?? addChild(to: node, byte) }
      nodes[node].numbers.append(number)
    }
  }

  private func child(of node: Int, _ byte: UInt8) -> Int? {
    nodes[node].children.first { $0.byte == byte }?.node
  }

  private mutating func addChild(to node: Int, _ byte: UInt8) -> Int {
    nodes.append(Node())
    nodes[node].children.append((byte, nodes.count - 1))
    return nodes.count - 1
  }

  func first(_ text: Span<UInt8>, where accepts: (Int) -> Bool) -> Int? {
    var best = Int.max
    var node = 0
    var position = 0
    while true {
      for number in nodes[node].numbers {
        if number >= best { break }
        if accepts(number) {
          best = number
          break
        }
      }
      guard position < text.count, let next = child(of: node, text[position]) else { break }
      node = next
      position += 1
    }
    return best == .max ? nil : best
  }
}
