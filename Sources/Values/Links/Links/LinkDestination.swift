package import WebSyntax

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

  /// The destination that a link stores for what somebody has typed or pasted: the URL that a browser
  /// would send.
  ///
  /// - Parameter isTemplate: whether visits may fill it in; other destinations have their braces encoded.
  /// - Throws: why a link may not lead there.
  package static func sent(
    _ typed: String, isTemplate: Bool, within hosts: [HostPattern]? = nil
  ) throws(DestinationFault) -> SentURL {
    let sent: SentURL
    do throws(SentURL.Fault) {
      sent =
        try isPlain(typed)
        ? SentURL(plain: typed) : SentURL(typed) { isTemplate && SentURL.isName($0) }
    } catch {
      if case .impossibleHost(let host) = error, isTemplate, host.contains("{") {
        throw .valueInHost
      }
      if case .notURL = error, hasBlanks(typed) { throw .blanks }
      throw DestinationFault(error)
    }
    let fault =
      isTemplate
      ? fault(ofTemplate: sent.text, within: hosts) : fault(of: sent.text, within: hosts)
    if let fault { throw fault }
    return sent
  }

  /// Whether a text has white space that is easily pasted along and hardly seen.
  private static func hasBlanks(_ typed: String) -> Bool {
    typed.trimmed != typed || typed.utf8.contains { (0x09...0x0D).contains($0) }
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
  /// port, no user name, no address, and no character that URLs forbid. Nil means nothing: other URLs
  /// may be valid, too.
  package static func plainHost(of url: String) -> String? {
    var url = url
    return url.withUTF8 { bytes in
      plainHost(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }

  /// Whether a URL is obviously valid and what a browser sends.
  package static func isPlain(_ url: String) -> Bool {
    var url = url
    return url.withUTF8 { plainHost(in: $0) != nil }
  }

  private static func plainHost(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let start =
      bytes.starts(with: "https://".utf8) ? 8 : bytes.starts(with: "http://".utf8) ? 7 : 0
    guard start > 0, bytes.count <= Self.bytes else { return nil }
    let dot = UInt8(ascii: ".")
    var end = start
    var label = start
    while end < bytes.count, HostName.isNameByte(bytes[end]) {
      if end == label, !ASCII.isAlphanumeric(bytes[end]) { return nil }
      if bytes[end] == dot { label = end + 1 }
      end += 1
    }
    // A name whose last label begins with a digit may be an address.
    guard end > label, !ASCII.isDigit(bytes[label]),
      end == bytes.count || "/?#".utf8.contains(bytes[end])
    else { return nil }
    let percent = UInt8(ascii: "%")
    for index in end..<bytes.count {
      let byte = bytes[index]
      guard !PercentCoding.isUnsafe(byte) else { return nil }
      guard byte == percent else { continue }
      guard index + 2 < bytes.count, Hexadecimal.value(of: bytes[index + 1]) != nil,
        Hexadecimal.value(of: bytes[index + 2]) != nil
      else { return nil }
    }
    return start..<end
  }
}
