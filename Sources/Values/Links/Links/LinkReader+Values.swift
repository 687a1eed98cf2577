package import JSONSyntax
import WebSyntax

extension LinkReader {
  /// The password's hash from an export.
  package static func hashOnly(_ field: JSONField) -> PasswordHash? {
    guard let hash = exportedHash(field) else { return nil }
    guard hash != .withheld else {
      field.report(LinkFault.withheldHash)
      return nil
    }
    return hash
  }

  /// The password's hash from an export, which may be withheld.
  package static func exportedHash(_ field: JSONField) -> PasswordHash? {
    guard field.node.object != nil else {
      field.report(LinkFault.passwordNeedsHash)
      return nil
    }
    let hash = field.object { $0.required("hash")?.plainText(limit: 1024) }
    return (hash ?? nil).map(PasswordHash.init)
  }

  /// A host name in lower case.
  package func host(_ field: JSONField) -> String? {
    field.value(LinkFault.notHostName) { text in
      HostPattern(text).flatMap { $0.isWildcard ? nil : $0.name }
    }
  }

  /// A valid slug; nil, with a report, for any other value.
  package func slug(_ field: JSONField) -> String? {
    guard let text = field.string() else { return nil }
    if let fault = Slug.fault(of: text) {
      field.report(LinkFault.notSlug(text, fault))
      return nil
    }
    return text
  }

  /// What a browser sends for the text.
  ///
  /// - Parameter isVisited: whether visitors are sent there, so that their visits may fill it in.
  static func url(_ field: JSONField, isVisited: Bool) -> String? {
    guard let text = field.string() else { return nil }
    do throws(DestinationFault) {
      return try LinkDestination.sent(text, isTemplate: isVisited).text
    } catch {
      field.report(LinkFault.notDestination(text, error))
      return nil
    }
  }

  static func time(_ field: JSONField) -> Timestamp? {
    field.value(LinkFault.notTime, Timestamp.init(dateOrTime:))
  }

  static func tags(_ field: JSONField) -> [String]? {
    var seen: Set<[UInt8]> = []
    if let count = field.node.array?.count, count > FieldType.tagCount {
      field.report(LinkFault.tooManyTags(count))
      return nil
    }
    return field.elements()?.compactMap { element -> String? in
      guard let text = element.plainText(limit: FieldType.tagBytes) else { return nil }
      let tag = text.trimmed
      // Tables see a comma byte even where Swift sees another character because a combining mark
      // follows it.
      guard !tag.isEmpty, !tag.utf8.contains(UInt8(ascii: ",")) else {
        element.report(LinkFault.notTag(tag))
        return nil
      }
      return seen.insert(Array(tag.utf8)).inserted ? tag : nil
    }
  }

  func extra(_ field: JSONField) -> [ShortLink.Extra]? {
    field.entries()?.compactMap { name, field in
      guard !isAbsence(field), field.isPlain(name) else { return nil }
      return field.plainText(limit: FieldType.textBytes).map {
        ShortLink.Extra(name: name, value: $0)
      }
    }.sorted { $0.name < $1.name }
  }
}

extension FieldChoice {
  func read(_ field: JSONField, into link: UnpackedLink) {
    switch (standard, field.node.value) {
    case (.int, .number(let text)):
      if let number = field.node.wholeNumber, set(link, .int(number)) { return }
      report(text, field)
    case (.int, _): field.reportMismatch(.wholeNumber)
    default:
      guard let word = field.string(), !set(link, .text(word)) else { return }
      report("'\(word.prefix(200))'", field)
    }
  }

  private func report(_ text: String, _ field: JSONField) { field.report(fault(text)) }

  package func fault(_ text: String) -> LinkFault {
    .notChoice(text, noun: noun, choices: values.map(\.text))
  }
}

/// Identifiers whose form others have defined.
package enum WordKind: String, TableSentence {
  case appStoreID = "an App Store number: expected 1 to 20 digits"
  case productPage =
    "a custom product page: expected its ppid, as in 45812c9b-c296-43d3-c6a0-c5a02f74bf6e"
  case bundleID = "a bundle identifier: expected letters, digits, '-' and '.'"
  case packageName = "a package name: expected one such as com.example.app"
  case scheme =
    "a URL scheme of an app: expected a letter and then letters, digits, '+', '-', '.'"
  case version = "a version: expected numbers and dots, such as 2.1"

  package func admits(_ text: String) -> Bool {
    guard text.utf8.count <= 255 else { return false }
    return switch self {
    case .appStoreID: AppStoreNumber.isValid(text)
    case .productPage: ProductPageIdentifier.isValid(text)
    case .bundleID: BundleIdentifier.isValid(text)
    case .packageName: AndroidPackageName.isValid(text)
    case .scheme: URLScheme.isAvailableToApps(text)
    case .version: VersionNumber.isValid(text)
    }
  }
}

extension JSONField {
  /// The value that a text stands for; nil, with a report of the fault, for any other text.
  func value<Value>(
    _ fault: (String) -> LinkFault, _ read: (String) -> Value?
  ) -> Value? {
    guard let text = string() else { return nil }
    let value = read(text)
    if value == nil { report(fault(text)) }
    return value
  }

  func word(_ kind: WordKind) -> String? {
    value({ .notWord($0, kind) }, { kind.admits($0) ? $0 : nil })
  }

  /// Text in which line ends and tabs are the only control characters. Marks of direction stay: texts of
  /// links are the words of pages, those written from right to left need them, and whatever shows a link
  /// keeps them from reaching beyond its text.
  func plainText(limit: Int) -> String? {
    guard let text = string() else { return nil }
    guard text.utf8.count <= limit else {
      report(LinkFault.textTooLong(bytes: text.utf8.count, limit: limit))
      return nil
    }
    return isPlain(text) ? text : nil
  }

  /// Whether a text, such as the name of this field where people choose it, has no control characters
  /// other than line ends and tabs. Reports those that it has.
  func isPlain(_ text: String) -> Bool {
    guard text.holdsControlCharacter else { return true }
    report(LinkFault.controlCharacter)
    return false
  }
}

extension String {
  /// Whether the text has control characters other than line ends and tabs.
  package var holdsControlCharacter: Bool {
    unicodeScalars.contains { scalar in
      scalar.properties.generalCategory == .control && !["\n", "\r", "\t"].contains(scalar)
    }
  }
}
