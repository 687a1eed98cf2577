package import WebSyntax

/// The rules for the destinations of short links.
package enum LinkDestination {
  package static let bytes = 8192

  /// Why a link may not lead to a URL; nil for an allowed one.
  package static func fault(
    of url: String, within hosts: [HostPattern]?
  ) -> DestinationFault? {
    if let host = plainHost(of: url) { return fault(ofHost: host, within: hosts) }
    guard url.utf8.count <= bytes else { return .tooLong(limit: bytes) }
    return faultAtVisit(of: url, within: hosts)
  }

  /// Why a link may not lead to a URL that may be a template; nil for an allowed one.
  package static func fault(
    ofTemplate url: String, within hosts: [HostPattern]?
  ) -> DestinationFault? {
    guard DestinationTemplate.isOne(url) else { return fault(of: url, within: hosts) }
    guard url.utf8.count <= bytes else { return .tooLong(limit: bytes) }
    do throws(DestinationFault) {
      return faultAtVisit(of: try DestinationTemplate(url).literal, within: hosts)
    } catch {
      return error
    }
  }

  /// The address that browsers send for a text in their address bar: the host in Punycode, and
  /// characters that URLs forbid percent-encoded. The values of a template stay in their braces.
  package static func encoded(_ text: String) -> String {
    let isTemplate = DestinationTemplate.isOne(text) && (try? DestinationTemplate(text)) != nil
    func written(_ part: some StringProtocol) -> String {
      PercentCoding.encode(part.utf8) { byte in
        PercentCoding.isUnsafe(byte) && !(isTemplate && "{}".utf8.contains(byte))
      }
    }
    guard let url = WebURL(text), let name = HostName.inPunycode(url.host),
      let host = text.firstRange(of: url.host)
    else { return written(text) }
    return written(text[..<host.lowerBound]) + name + written(text[host.upperBound...])
  }

  /// The destination for a visit without path and query; a template that needs more stays as it is.
  package static func filled(_ url: String, slug: String) -> String {
    guard DestinationTemplate.isOne(url), let template = try? DestinationTemplate(url),
      case .url(let filled) = template.filled(Visit(query: nil), slug: slug)
    else { return url }
    return filled
  }

  /// Whether a destination is meaningless without the path or query of a visit.
  package static func needsVisit(_ url: String, slug: String) -> Bool {
    DestinationTemplate.isOne(url) && filled(url, slug: slug) == url
  }

  /// Whether a destination has a placeholder for the path after the slug.
  static func takesPath(_ url: String) -> Bool {
    DestinationTemplate.isOne(url)
      && (try? DestinationTemplate(url).names.contains(.path)) ?? false
  }

  /// Why a visit may not be sent to a URL, which may be longer than a link's own because of the visit's
  /// query; nil for an allowed one.
  package static func faultAtVisit(
    of url: String, within hosts: [HostPattern]?
  ) -> DestinationFault? {
    guard let parts = WebURL(url) else { return .notWebURL }
    guard URLScheme.isWeb(parts.scheme) else { return .otherScheme(parts.scheme) }
    guard parts.userInfo == nil else { return .userInfo }
    guard !url.utf8.contains(where: PercentCoding.isUnsafe) else { return .unsafeCharacters }
    return fault(ofHost: parts.host, within: hosts)
  }

  private static func fault(
    ofHost host: String, within hosts: [HostPattern]?
  ) -> DestinationFault? {
    guard let hosts, !hosts.contains(where: { $0.matches(host) }) else { return nil }
    return .hostNotAllowed(host, allowed: hosts.map(\.description))
  }

  /// The host of a URL that is obviously valid, as nearly all are: scheme and host in lower case, no
  /// port, no user name, and no character that URLs forbid. Nil means nothing: other URLs may be valid,
  /// too.
  package static func plainHost(of url: String) -> String? {
    var url = url
    return url.withUTF8 { bytes in
      plainHost(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }

  /// Whether a URL is obviously valid.
  package static func isPlain(_ url: String) -> Bool {
    var url = url
    return url.withUTF8 { plainHost(in: $0) != nil }
  }

  private static func plainHost(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let start =
      bytes.starts(with: "https://".utf8) ? 8 : bytes.starts(with: "http://".utf8) ? 7 : 0
    guard start > 0, bytes.count <= Self.bytes else { return nil }
    var end = start
    while end < bytes.count, HostName.isNameByte(bytes[end]) { end += 1 }
    guard end > start, end == bytes.count || "/?#".utf8.contains(bytes[end]) else { return nil }
    for byte in bytes[end...] where PercentCoding.isUnsafe(byte) { return nil }
    return start..<end
  }
}
