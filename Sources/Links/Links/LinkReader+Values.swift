import AppAssociation
package import JSONSyntax
import WebSyntax

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
    guard text.utf8.count <= 255 else { return false }
    return switch self {
    case .appStoreID: AppStoreNumber.isValid(text)
    case .bundleID: BundleIdentifier.isValid(text)
    case .packageName: AndroidPackageName.isValid(text)
    case .scheme: URLScheme.isAvailableToApps(text)
    case .version: VersionNumber.isValid(text)
    }
  }
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
