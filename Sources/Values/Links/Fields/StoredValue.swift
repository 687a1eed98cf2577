package import JSONSyntax

/// A value in the form that stores keep.
///
/// It is declared beside the field types, where the compiler can see through their access to links.
package enum StoredValue: Equatable, Sendable {
  case null
  case int(Int)
  case text(String)
  /// A JSON array, in `details` only.
  case list([String])
  /// A JSON object, in `details` only.
  case map([ShortLink.Extra])
  /// A JSON array of objects, in `details` only.
  case rules([LinkRule])

  /// Compares bytes, as stores do: to strings, a composed letter equals one with a combining mark.
  package static func == (one: StoredValue, other: StoredValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.int(let one), .int(let other)): one == other
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.list(let one), .list(let other)):
      one.elementsEqual(other) { $0.utf8.elementsEqual($1.utf8) }
    case (.map(let one), .map(let other)): one == other
    case (.rules(let one), .rules(let other)): one == other
    default: false
    }
  }
}

extension FieldType {
  /// The stored form of the field: times as seconds since 1970, switches as 0 and 1.
  package func stored(in link: UnpackedLink) -> StoredValue {
    switch self {
    case .host(let path), .slug(let path), .destination(let path): .text(link[path])
    case .url(let path, _), .text(let path, _), .word(let path, _): .optional(link[path])
    case .int(let path, _): .optional(link[path])
    case .flag(let path): .int(link[path] ? 1 : 0)
    case .time(let path): .optional(link[path]?.secondsSinceEpoch)
    case .choice(let choice): choice.get(link)
    case .tags(let path): .list(link[path])
    case .password(let path): .optional(link[path]?.text)
    case .campaign(let path, let index): .optional(link[path][index: index])
    case .extra(let path): .map(link[path])
    case .rules(let path): .rules(link[path])
    }
  }

  /// Sets the field from its stored form; false when the value has another type. A choice that a newer
  /// release has added becomes the default.
  package func restore(_ value: StoredValue, in link: UnpackedLink) -> Bool {
    if value == .null {
      reset(in: link)
      return !isRequired
    }
    switch (self, value) {
    case (.host(let path), .text(let text)), (.slug(let path), .text(let text)),
      (.destination(let path), .text(let text)):
      link[path] = text
    case (.url(let path, _), .text(let text)), (.text(let path, _), .text(let text)),
      (.word(let path, _), .text(let text)):
      link[path] = text
    case (.int(let path, _), .int(let number)): link[path] = number
    case (.flag(let path), .int(let number)): link[path] = number != 0
    case (.time(let path), .int(let seconds)):
      link[path] = Timestamp(secondsSinceEpoch: seconds)
    case (.choice(let choice), .int), (.choice(let choice), .text): _ = choice.set(link, value)
    case (.tags(let path), .list(let texts)): link[path] = texts
    case (.password(let path), .text(let text)): link[path] = PasswordHash(text)
    case (.campaign(let path, let index), .text(let text)): link[path][index: index] = text
    case (.extra(let path), .map(let items)): link[path] = items
    case (.rules(let path), .rules(let rules)): link[path] = rules
    default: return false
    }
    return true
  }
}

extension ShortLink {
  package static func == (one: ShortLink, other: ShortLink) -> Bool {
    one.isEdited == other.isEdited && one.fields(differingFrom: other).isEmpty
  }

  /// The fields in which two links differ, compared by bytes.
  package func fields(differingFrom other: ShortLink) -> some Collection<LinkField> {
    let (own, other) = (UnpackedLink(self), UnpackedLink(other))
    return LinkField.all.lazy.filter { $0.type.stored(in: own) != $0.type.stored(in: other) }
  }

  /// The path of the first field with a NUL, which PostgreSQL cannot store and earlier releases took;
  /// nil without one.
  package var fieldWithNull: String? {
    let link = UnpackedLink(self)
    return LinkField.all.first { $0.type.stored(in: link).holdsNull }?.path
  }
}

extension StoredValue {
  package var json: JSONOutput {
    switch self {
    case .null: .null
    case .int(let number): .int(number)
    case .text(let text): .string(text)
    case .list(let texts): .strings(texts)
    case .map(let items): .object(items.map { .init($0.name, .string($0.value)) })
    case .rules(let rules): .array(rules.map(\.json))
    }
  }

  /// A number or a word as somebody writes it; empty for other values.
  package var text: String {
    switch self {
    case .int(let number): String(number)
    case .text(let text): text
    case .null, .list, .map, .rules: ""
    }
  }

  fileprivate var holdsNull: Bool {
    func isOdd(_ text: String) -> Bool { text.utf8.contains(0) }
    func isOdd(_ item: ShortLink.Extra) -> Bool { isOdd(item.name) || isOdd(item.value) }
    return switch self {
    case .null, .int: false
    case .text(let text): isOdd(text)
    case .list(let texts): texts.contains(where: isOdd)
    case .map(let items): items.contains(where: isOdd)
    case .rules(let rules):
      rules.contains { isOdd($0.url) || $0.condition.query.contains(where: isOdd) }
    }
  }

  fileprivate static func optional(_ text: String?) -> StoredValue {
    text.map(StoredValue.text) ?? .null
  }

  fileprivate static func optional(_ number: Int?) -> StoredValue {
    number.map(StoredValue.int) ?? .null
  }
}
