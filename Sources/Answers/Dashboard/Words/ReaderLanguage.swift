import HTTPCore
import JSONSyntax
import WebSyntax

/// A setting that a reader chooses once for all pages.
protocol ReaderChoice: RawRepresentable<String>, CaseIterable {
  static var cookie: String { get }
}

enum ColorScheme: String, ReaderChoice {
  /// `system` follows the setting of the reader's system.
  case system, light, dark

  static let cookie = "keiro-scheme"

  init(_ request: PageRequest) {
    self = request.cookie(Self.cookie).flatMap(ColorScheme.init) ?? .system
  }

  var word: Word {
    switch self {
    case .system: .schemeOfSystem
    case .light: .schemeLight
    case .dark: .schemeDark
    }
  }
}

extension Language: ReaderChoice {
  static let cookie = "keiro-language"

  /// The name of the language in itself.
  var name: String {
    switch self {
    case .english: "English"
    case .japanese: "日本語"
    }
  }

  init(_ request: PageRequest) {
    self.init(
      accepting: request.request.fields["Accept-Language"], chosen: request.cookie(Self.cookie))
  }

  /// - Parameters:
  ///   - header: the field Accept-Language (RFC 9110, section 12.5.4).
  ///   - chosen: the reader's earlier choice.
  init(accepting header: String?, chosen: String?) {
    if let language = chosen.flatMap(Language.init(rawValue:)) {
      self = language
      return
    }
    var best: (language: Language, weight: Double)?
    for element in (header ?? "").split(separator: ",").prefix(20) {
      let parts = element.split(separator: ";").map { $0.trimmed.lowercased() }
      let tag = parts.first?.split(separator: "-").first.map(String.init) ?? ""
      guard let language = Language(rawValue: tag) else { continue }
      let weight =
        parts.dropFirst().first { $0.hasPrefix("q=") }
        .flatMap { Double($0.dropFirst(2)) } ?? 1
      if weight > best?.weight ?? 0 { best = (language, weight) }
    }
    self = best?.language ?? .english
  }

  /// A sentence for a page, with a capital and a full stop.
  func sentence(_ sentence: Sentence) -> String {
    let message = text(of: sentence)
    guard let first = message.first else { return "" }
    // Words with a later capital, such as iOS, stay as they are, and so do names of files and fields,
    // and names in Japanese.
    let isName =
      message.dropFirst().first?.isUppercase ?? false
      || message.drop { $0.isASCII && !": ".contains($0) }.first == ":"
      || message.hasPrefix("apple-app-site-association") || message.hasPrefix("assetlinks.json")
      || self == .japanese && !message.unicodeScalars.allSatisfy(\.isASCII)
    let text = isName ? message : first.uppercased() + message.dropFirst()
    guard let last = text.last, !".。?？".contains(last) else { return text }
    // Messages without a translation end as in English.
    return text + (self == .japanese && !last.isASCII ? "。" : ".")
  }
}

/// Numbers with separators, as both languages write them.
enum PageNumber {
  static func text(_ number: Int) -> String {
    guard number.magnitude >= 1000 else { return String(number) }
    let digits = String(number.magnitude).utf8
    var text: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
