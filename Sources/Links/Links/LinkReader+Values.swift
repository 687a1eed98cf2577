import AppAssociation
package import JSONSyntax

extension LinkReader {
  /// The hash that an export wrote.
  package static func hashOnly(_ field: JSONField) -> PasswordHash? {
    guard field.node.object != nil else {
      field.report("a password cannot be hashed here: expected {\"hash\": …} as exports have it")
      return nil
    }
    let hash = field.object { $0.required("hash")?.plainText(limit: 1024) }
    return (hash ?? nil).map(PasswordHash.init)
  }

  /// A host name in lower case.
  package func host(_ field: JSONField) -> String? {
    guard let text = field.string() else { return nil }
    guard let pattern = HostPattern(text), !pattern.isWildcard else {
      field.report("'\(text.prefix(200))' is not a host name")
      return nil
    }
    return pattern.name
  }

  package func slug(_ field: JSONField) -> String? {
    guard let text = field.string() else { return nil }
    if let fault = Slug.fault(of: text) {
      field.report("'\(text.prefix(300))' is not a slug: \(fault)")
      return nil
    }
    return text
  }

  static func url(_ field: JSONField) -> String? {
    guard let text = field.string() else { return nil }
    if let fault = Destination.fault(of: text, within: nil) {
      field.report("'\(text.prefix(200))' is no destination: \(fault)")
      return nil
    }
    return text
  }

  static func status(_ field: JSONField) -> ShortLink.RedirectStatus? {
    guard let number = field.int(in: 300...399) else { return nil }
    guard let status = ShortLink.RedirectStatus(rawValue: number) else {
      let known = ShortLink.RedirectStatus.allCases.map { String($0.rawValue) }
      field.report(
        "\(number) is no redirect that keiro sends: expected one of "
          + known.joined(separator: ", "))
      return nil
    }
    return status
  }

  static func query(_ field: JSONField) -> ShortLink.QueryMode? {
    guard let text = field.string() else { return nil }
    guard let mode = ShortLink.QueryMode(rawValue: text) else {
      let known = ShortLink.QueryMode.allCases.map(\.rawValue).joined(separator: ", ")
      field.report("'\(text.prefix(200))' is no query mode: expected one of \(known)")
      return nil
    }
    return mode
  }

  static func time(_ field: JSONField) -> Timestamp? {
    guard let text = field.string() else { return nil }
    guard let time = Timestamp(text) else {
      field.report("'\(text.prefix(200))' is no time: expected one such as 2026-11-21T00:00:00Z")
      return nil
    }
    return time
  }
}

/// Words that others have defined, and how they look.
package enum WordKind {
  case appStoreID, bundleID, packageName, scheme, version

  var expectation: String {
    switch self {
    case .appStoreID: "an App Store number: expected 1 to 20 digits"
    case .bundleID: "a bundle identifier: expected letters, digits, '-' and '.'"
    case .packageName: "a package name: expected one such as com.example.app"
    case .scheme:
      "a URL scheme of an app: expected a letter and then letters, digits, '+', '-', '.'"
    case .version: "a version: expected numbers and dots, such as 2.1"
    }
  }

  package func admits(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= 255 else { return false }
    switch self {
    case .appStoreID: return bytes.count <= 20 && bytes.allSatisfy(isDigit)
    case .bundleID:
      return bytes.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x2D || $0 == 0x2E }
    case .packageName:
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count > 1
        && parts.allSatisfy { part in
          part.utf8.first.map(isLetter) ?? false
            && part.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x5F }
        }
    case .scheme:
      return isLetter(first) && !Self.browserSchemes.contains(text.lowercased())
        && bytes.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    case .version:
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      return parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
    }
  }

  /// What browsers act upon themselves: no app's, and some of it is code.
  private static let browserSchemes: Set = [
    "about", "blob", "data", "file", "http", "https", "intent", "javascript", "vbscript",
  ]

  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension JSONField {
  func word(_ kind: WordKind) -> String? {
    guard let text = string() else { return nil }
    guard kind.admits(text) else {
      report("'\(text.prefix(200))' is not \(kind.expectation)")
      return nil
    }
    return text
  }

  /// Text without controls but for line ends and tabs, which descriptions have.
  func plainText(limit: Int) -> String? {
    guard let text = string() else { return nil }
    guard text.utf8.count <= limit else {
      report("the text has \(text.utf8.count) bytes: expected at most \(limit)")
      return nil
    }
    let isControl = { (byte: UInt8) in
      byte < 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 || byte == 0x7F
    }
    guard !text.utf8.contains(where: isControl) else {
      report("the text holds a control character")
      return nil
    }
    return text
  }
}
