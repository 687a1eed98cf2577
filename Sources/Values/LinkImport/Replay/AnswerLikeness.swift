import WebSyntax

/// Compares whether two services give visitors the same.
///
/// It ignores the status of a redirect, spellings of the same address (case of the host, default
/// port, escapes of letters), the order of parameters, and the reason that a link is closed.
package struct AnswerLikeness: Sendable {
  /// Parameters that one of the services adds itself.
  private let ignored: Set<String>

  /// - Parameter names: the query parameters to ignore.
  package init(ignoring names: [String] = []) {
    ignored = Set(names)
  }

  package enum Meaning: Equatable, Sendable {
    case leads(to: String)
    case page
    /// There is nothing, or nothing any more.
    case closed
    /// The service asks for a user name or a password, or refuses.
    case refused
    /// The service did not answer, or not at this time.
    case unknown
  }

  /// Returns what visitors notice of an answer.
  package func meaning(_ answer: OldAnswer) -> Meaning {
    switch answer.status {
    case 301, 302, 303, 307, 308: answer.location.map { .leads(to: plain($0, answer.url)) } ?? .page
    case 401, 403: .refused
    case 0, 429, 500...: .unknown
    case 400..<500: .closed
    default: .page
    }
  }

  private func plain(_ location: String, _ asked: String) -> String {
    guard let text = WebURL.absolute(location, from: asked), let url = WebURL(text) else {
      return location
    }
    let defaultPort = url.scheme == "https" ? "443" : "80"
    let port = url.port.flatMap { $0 == defaultPort ? nil : ":" + $0 } ?? ""
    let path = url.path.isEmpty ? "/" : Self.plain(url.path)
    var items = (url.query ?? "").split(separator: "&").map { Self.plain(String($0)) }
    items.removeAll { ignored.contains(String($0.prefix { $0 != "=" })) }
    let query = items.isEmpty ? "" : "?" + items.sorted().joined(separator: "&")
    let fragment = url.fragment.map { "#" + Self.plain($0) } ?? ""
    return "\(url.scheme)://\(url.host.lowercased())\(port)\(path)\(query)\(fragment)"
  }

  /// Decodes escapes of letters, digits and `-._~` (RFC 3986, section 6.2.2) and writes others in
  /// capitals.
  private static func plain(_ text: String) -> String {
    var bytes = Array(PercentCoding.decodeUnreserved(Array(text.utf8)[...]))
    for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
      for digit in bytes.indices[index...].dropFirst().prefix(2) {
        if (0x61...0x66).contains(bytes[digit]) { bytes[digit] -= 0x20 }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
