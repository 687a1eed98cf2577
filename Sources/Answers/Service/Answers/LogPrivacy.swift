import HTTPCore
import WebSyntax

/// The data about visitors that the access log records.
package struct LogPrivacy: Equatable, Sendable {
  /// How much of a visitor's address is recorded.
  package enum Addresses: String, CaseIterable, Sendable {
    case full
    /// The network of an address, shared by many visitors: /24 for IPv4, /48 for IPv6.
    case network
    case none
  }

  package var addresses = Addresses.network
  /// Whether targets include their queries. Secrets are always removed.
  package var queries = false
  package var userAgents = false

  package init() {}

  // MARK: - Addresses

  /// Appends an address as the log records it; not to be called for `none`.
  func append(_ address: IPAddress, to text: inout [UInt8]) {
    guard addresses == .network else { return address.append(to: &text) }
    if let v4 = address.v4 {
      IPAddress(v4: v4 & 0xFFFF_FF00).append(to: &text)
      text += "/24".utf8
    } else {
      address.network(.site).append(to: &text)
      text += "/48".utf8
    }
  }

  // MARK: - Targets

  /// Returns the target of a request as the log records it.
  func target(of request: HTTPRequest) -> ArraySlice<UInt8> {
    let end = request.query.map { $0.lowerBound - 1 } ?? request.target.upperBound
    let path = request.bytes(request.target.lowerBound..<max(end, request.target.lowerBound))
    guard queries, let query = request.query, !query.isEmpty else {
      return Self.holdsToken(path) ? Self.removed : path
    }
    let items = request.bytes(query).split(
      separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    let isSecret = Self.holdsToken(path) || items.contains(where: Self.isSecret)
    guard isSecret else { return request.bytes(request.target) }
    var target = Self.holdsToken(path) ? Array(Self.removed) : Array(path)
    for (index, item) in items.enumerated() {
      target.append(UInt8(ascii: index == 0 ? "?" : "&"))
      target += Self.isSecret(item) ? Self.withoutValue(item) : Array(item)
    }
    return target[...]
  }

  private static let removed = Array("(removed)".utf8)[...]

  /// The names of parameters whose values are secrets.
  private static let secrets: Set = [
    "key", "api_key", "apikey", "token", "access_token", "id_token", "refresh_token", "password",
    "passwd", "secret", "client_secret", "authorization", "auth", "signature",
  ]

  private static func isSecret(_ item: ArraySlice<UInt8>) -> Bool {
    let name = PercentCoding.decodeLossy(item.prefix { $0 != UInt8(ascii: "=") }).lowercased()
    return secrets.contains(name) || holdsToken(item)
  }

  private static func withoutValue(_ item: ArraySlice<UInt8>) -> [UInt8] {
    let name = item.prefix { $0 != UInt8(ascii: "=") }
    // A name that contains a token is as secret as a value.
    return holdsToken(name) ? Array(removed) : Array(name) + Array("=".utf8) + removed
  }

  private static func holdsToken(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= tokenMark.count else { return false }
    return text.indices.dropLast(tokenMark.count - 1).contains { index in
      text[index] == tokenMark[0] && text[index...].starts(with: tokenMark)
    }
  }

  private static let tokenMark = Array("keiro_".utf8)
}
