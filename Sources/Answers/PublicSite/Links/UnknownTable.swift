import LinkStorage
import WebSyntax

/// The addresses that lead nowhere for which one worker was asked, with their counts, in bounded memory.
///
/// What goes to the store makes room; until then, further addresses are left out, which frequent ones
/// hardly ever are.
struct UnknownTable {
  private static let most = 512
  /// The bytes of the longest host (RFC 1035, section 2.3.4).
  private static let hostBytes = 253
  /// The bytes of a path beyond which it is cut.
  static let pathBytes = 200

  /// The counts by host and path, which begins with a slash.
  private var counts: [[UInt8]: Int] = [:]

  var isEmpty: Bool { counts.isEmpty }

  mutating func note(host: ArraySlice<UInt8>, path: ArraySlice<UInt8>) {
    guard host.count <= Self.hostBytes else { return }
    let address: [UInt8] = Array(host) + path.prefix(Self.pathBytes)
    let count = counts[address]
    if count != nil || counts.count < Self.most { counts[address] = (count ?? 0) &+ 1 }
  }

  /// The addresses since the last call.
  mutating func take() -> [UnknownAddress] {
    defer { counts.removeAll(keepingCapacity: true) }
    return counts.map { address, count in
      let end = address.firstIndex(of: UInt8(ascii: "/")) ?? address.endIndex
      return UnknownAddress(
        host: Self.text(address[..<end]), path: Self.text(address[end...]), count: count)
    }
  }

  /// The text without what no database takes, and what acts on the terminals and pages that show it.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      .map { $0.isHidden ? "?" : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}
