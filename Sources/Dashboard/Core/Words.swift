import HTTPCore

/// Keiro's own words on pages, in one language. `Word` has them in English; every further language
/// is a file with one table.
struct Words: Sendable {
  let language: Language

  enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case japanese = "ja"

    /// By which readers know it.
    var name: String {
      switch self {
      case .english: "English"
      case .japanese: "日本語"
      }
    }
  }

  /// Where the choice of a reader is kept.
  static let cookie = "keiro-language"

  init(_ language: Language) {
    self.language = language
  }

  init(_ request: PageRequest) {
    self.init(
      accepting: request.request.fields["Accept-Language"], chosen: request.cookie(Self.cookie))
  }

  /// - Parameters:
  ///   - header: the field Accept-Language (RFC 9110, section 12.5.4).
  ///   - chosen: what the reader chose before.
  init(accepting header: String?, chosen: String?) {
    if let language = chosen.flatMap(Language.init) {
      self.init(language)
      return
    }
    var best: (language: Language, weight: Double)?
    for element in (header ?? "").split(separator: ",").prefix(20) {
      let parts = element.split(separator: ";").map { String($0).trimmed.lowercased() }
      let tag = parts.first?.split(separator: "-").first.map(String.init) ?? ""
      guard let language = Language(rawValue: tag) else { continue }
      let weight =
        parts.dropFirst().first { $0.hasPrefix("q=") }
        .flatMap { Double($0.dropFirst(2)) } ?? 1
      if weight > best?.weight ?? 0 { best = (language, weight) }
    }
    self.init(best?.language ?? .english)
  }

  subscript(_ word: Word) -> String {
    switch language {
    case .english: word.rawValue
    case .japanese: Self.japanese[word] ?? word.rawValue
    }
  }

  /// A sentence with `{}` for its first value and `{2}` for its second.
  func filled(_ word: Word, _ value: String, _ other: String) -> String {
    var text = ""
    var rest = self[word][...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      text += rest[rest.index(after: open)..<close] == "2" ? other : value
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}

/// Numbers with separators, as both languages write them.
enum PageNumber {
  static func text(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (number < 0 ? "-" : "") + text
  }
}
