/// What a field holds, which values it admits, and where they stand in a link.
package enum FieldType: Sendable {
  /// A host name in lower case; no link can do without.
  case host(FieldPath<String>)
  /// No link can do without.
  case slug(FieldPath<String>)
  /// Where the link leads; no link can do without.
  case destination(FieldPath<String>)
  /// An http or https URL; a site bounds those that visitors are sent to.
  case url(FieldPath<String?>, isVisited: Bool)
  /// Text of at most so many bytes, with line ends and tabs and without other controls.
  case text(FieldPath<String?>, limit: Int)
  case word(FieldPath<String?>, WordKind)
  case int(FieldPath<Int?>, ClosedRange<Int>)
  /// False unless it is set.
  case flag(FieldPath<Bool>)
  case time(FieldPath<Timestamp?>)
  case choice(FieldChoice)
  /// Texts without commas, each once.
  case tags(FieldPath<[String]>)
  case password(FieldPath<PasswordHash?>)
  /// A parameter of a campaign, by its place in `Campaign.names`.
  case campaign(FieldPath<ShortLink.Campaign>, place: Int)
  /// What nothing else understands, under any names.
  case extra(FieldPath<[ShortLink.Extra]>)
  case rules(FieldPath<[LinkRule]>)

  /// How long names, titles and the values of a campaign may be.
  package static let wordBytes = 1024
  /// How long descriptions and whatever is only kept may be.
  package static let textBytes = 8192
  package static let tagBytes = 255
  package static let tagCount = 100
}

/// One of a few values, of which one is the default.
///
/// Like all that the table is made of it is a reference, which costs little to hand on.
package final class FieldChoice: Sendable {
  package enum Value: Equatable, Sendable {
    case number(Int)
    case word(String)

    package var text: String {
      switch self {
      case .number(let number): String(number)
      case .word(let word): word
      }
    }
  }

  /// The default among them.
  package let values: [Value]
  package let standard: Value
  /// What is said of a value that is not among them: `300 is not a redirect`.
  let noun: String
  package let get: @Sendable (UnpackedLink) -> Value
  /// False when the value is not among them; the link stays as it is then.
  package let set: @Sendable (UnpackedLink, Value) -> Bool
  package let isStandard: @Sendable (UnpackedLink) -> Bool

  init<Choice: RawRepresentable<Int> & CaseIterable & Sendable>(
    _ path: FieldPath<Choice>, standard: Choice, noun: String
  ) {
    values = Choice.allCases.map { .number($0.rawValue) }
    self.standard = .number(standard.rawValue)
    self.noun = noun
    get = { .number($0[path].rawValue) }
    set = { link, value in
      guard case .number(let number) = value, let choice = Choice(rawValue: number) else {
        return false
      }
      link[path] = choice
      return true
    }
    isStandard = { $0[path].rawValue == standard.rawValue }
  }

  init<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: FieldPath<Choice>, standard: Choice, noun: String
  ) {
    values = Choice.allCases.map { .word($0.rawValue) }
    self.standard = .word(standard.rawValue)
    self.noun = noun
    get = { .word($0[path].rawValue) }
    set = { link, value in
      guard case .word(let word) = value, let choice = Choice(rawValue: word) else { return false }
      link[path] = choice
      return true
    }
    isStandard = { $0[path].rawValue == standard.rawValue }
  }
}

extension FieldType {
  /// Whether a link has nothing of the field, or no more than its default.
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
    case .campaign(let path, let place): link[path][place: place] == nil
    case .extra(let path): link[path].isEmpty
    case .rules(let path): link[path].isEmpty
    }
  }

  /// Takes the field back to its default; what no link can do without stays.
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
    case .campaign(let path, let place): link[path][place: place] = nil
    case .extra(let path): link[path] = []
    case .rules(let path): link[path] = []
    }
  }

  /// Whether a link is none without the field.
  package var isRequired: Bool {
    switch self {
    case .host, .slug, .destination: true
    default: false
    }
  }
}
