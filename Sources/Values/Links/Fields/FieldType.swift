/// The type of a field: the values it accepts, and where a link stores them.
package enum FieldType: Sendable {
  /// A host name in lower case; required.
  case host(FieldPath<String>)
  case slug(FieldPath<String>)
  case destination(FieldPath<String>)
  /// An http or https URL; a site restricts those that visitors are sent to.
  case url(FieldPath<String?>, isVisited: Bool)
  /// Text with a maximum length in bytes; line ends and tabs are the only control characters.
  case text(FieldPath<String?>, limit: Int)
  case word(FieldPath<String?>, WordKind)
  case int(FieldPath<Int?>, ClosedRange<Int>)
  /// A switch that is off by default.
  case flag(FieldPath<Bool>)
  case time(FieldPath<Timestamp?>)
  case choice(FieldChoice)
  /// Unique texts without commas.
  case tags(FieldPath<[String]>)
  case password(FieldPath<PasswordHash?>)
  /// A campaign parameter, by its index in `Campaign.names`.
  case campaign(FieldPath<ShortLink.Campaign>, index: Int)
  /// Values that Keiro does not interpret, under any names.
  case extra(FieldPath<[ShortLink.Extra]>)
  case rules(FieldPath<[LinkRule]>)

  package var isURL: Bool {
    switch self {
    case .destination, .url: true
    default: false
    }
  }

  /// The maximum length of names, titles and campaign values, in bytes.
  package static let wordBytes = 1024
  /// The maximum length of descriptions and uninterpreted values, in bytes.
  package static let textBytes = 8192
  /// The maximum length of a tag, in bytes.
  package static let tagBytes = 255
  package static let tagCount = 100
}

/// A field with a fixed set of values, one of which is the default.
///
/// Like all parts of the table it is a reference type, which is cheap to pass around.
package final class FieldChoice: Sendable {
  /// Numbers or words.
  package let values: [StoredValue]
  package let standard: StoredValue
  /// How errors call a value that is not in the set: `300 is not a redirect`.
  let noun: String
  package let get: @Sendable (UnpackedLink) -> StoredValue
  /// Sets the value; returns false and leaves the link unchanged if it is not in the set.
  package let set: @Sendable (UnpackedLink, StoredValue) -> Bool

  package func isStandard(_ link: UnpackedLink) -> Bool { get(link) == standard }

  /// - Parameter stored: the stored form of a value.
  init<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ path: FieldPath<Choice>, standard: Choice, noun: String,
    _ stored: @escaping @Sendable (Choice.RawValue) -> StoredValue
  ) {
    let choices = Array(Choice.allCases)
    let values = choices.map { stored($0.rawValue) }
    self.values = values
    self.standard = stored(standard.rawValue)
    self.noun = noun
    get = { stored($0[path].rawValue) }
    set = { link, value in
      guard let index = values.firstIndex(of: value) else { return false }
      link[path] = choices[index]
      return true
    }
  }
}

extension FieldType {
  /// Whether a link lacks the field or has its default.
  package func isAbsent(in link: UnpackedLink) -> Bool {
    switch self {
    case .host(let path), .slug(let path), .destination(let path): link[path].isEmpty
    case .url(let path, _), .text(let path, _), .word(let path, _): link[path] == nil
    case .int(let path, _): link[path] == nil
    case .flag(let path): !link[path]
    case .time(let path): link[path] == nil
    case .choice(let choice): choice.isStandard(link)
    case .tags(let path): link[path].isEmpty
    case .password(let path): link[path] == nil
    case .campaign(let path, let index): link[path][index: index] == nil
    case .extra(let path): link[path].isEmpty
    case .rules(let path): link[path].isEmpty
    }
  }

  /// Resets the field to its default; required fields stay.
  package func reset(in link: UnpackedLink) {
    switch self {
    case .host, .slug, .destination: break
    case .url(let path, _), .text(let path, _), .word(let path, _): link[path] = nil
    case .int(let path, _): link[path] = nil
    case .flag(let path): link[path] = false
    case .time(let path): link[path] = nil
    case .choice(let choice): _ = choice.set(link, choice.standard)
    case .tags(let path): link[path] = []
    case .password(let path): link[path] = nil
    case .campaign(let path, let index): link[path][index: index] = nil
    case .extra(let path): link[path] = []
    case .rules(let path): link[path] = []
    }
  }

  package var isRequired: Bool {
    switch self {
    case .host, .slug, .destination: true
    default: false
    }
  }
}
