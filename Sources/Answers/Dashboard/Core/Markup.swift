import WebSyntax

/// HTML that is safe to send: its literals are markup, and every interpolated text is escaped.
struct Markup: ExpressibleByStringInterpolation, Sendable {
  private(set) var html: String

  init() {
    html = ""
  }

  init(stringLiteral value: String) {
    html = value
  }

  init(stringInterpolation: Interpolation) {
    html = stringInterpolation.html
  }

  /// Escapes text from others, such as the name of a link.
  init(text: String) {
    html = HTMLText.escape(text)
  }

  static func += (left: inout Markup, right: Markup) { left.html += right.html }

  var isEmpty: Bool { html.isEmpty }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var html = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      html.reserveCapacity(literalCapacity + interpolationCount * 24)
    }

    mutating func appendLiteral(_ literal: String) { html += literal }
    mutating func appendInterpolation(_ text: String) { html += HTMLText.escape(text) }
    mutating func appendInterpolation(_ number: Int) { html += String(number) }
    mutating func appendInterpolation(_ markup: Markup?) { html += markup?.html ?? "" }
  }
}

extension Sequence<Markup> {
  func joined() -> Markup { reduce(into: Markup()) { $0 += $1 } }
}

extension Collection<Markup> {
  func joined(separator: Markup) -> Markup {
    guard let first else { return Markup() }
    return dropFirst().reduce(into: first) {
      $0 += separator
      $0 += $1
    }
  }
}

extension Markup {
  /// The markup if the condition holds, and nothing otherwise.
  static func when(_ condition: Bool, _ markup: @autoclosure () -> Markup) -> Markup {
    condition ? markup() : Markup()
  }

  static func each<Element>(
    _ elements: some Sequence<Element>, _ markup: (Element) -> Markup
  ) -> Markup {
    elements.reduce(into: Markup()) { $0 += markup($1) }
  }

  static func of(_ parts: Markup...) -> Markup { parts.joined() }

  /// A text that breaks where a part of it may end.
  ///
  /// - Parameters:
  ///   - part: what a part becomes.
  ///   - ends: whether a part ends before a character.
  private static func broken(
    _ text: some StringProtocol, part markup: (String) -> Markup = Markup.init(text:),
    where ends: (_ part: String, Character) -> Bool
  ) -> Markup {
    var (parts, part): ([Markup], String) = ([], "")
    for character in text {
      if !part.isEmpty, ends(part, character) {
        parts.append(markup(part))
        part = ""
      }
      part.append(character)
    }
    return (parts + [markup(part)]).joined(separator: "<wbr>")
  }

  /// A URL that breaks between its parts before it breaks within one.
  static func breakable(_ url: String) -> Markup {
    broken(url) { part, next in
      // Browsers break after a question mark in any case.
      let isAfterPart =
        part.hasSuffix("?") || part.hasSuffix("/") && !part.hasSuffix("://") && next != "/"
      // No host is longer, and every character of a text without parts would be searched again.
      let isPort =
        next == ":" && part.utf8.count < 300 && part.contains("://")
        && (!part.contains("[") || part.contains("]"))
      return isAfterPart || isPort || "&#".contains(next)
    }
  }

  /// The length from which a piece of a URL is cut where it does not fit.
  private static let longPiece = 16

  /// A URL that breaks only behind `/`, `?`, `&`, `-` and `.`. What is longer between two of them is cut
  /// where it does not fit, until its row has the focus.
  static func pieces(_ url: String) -> Markup {
    func piece(_ text: String) -> Markup {
      text.count < longPiece ? Markup(text: text) : "<span class=\"piece\">\(text)</span>"
    }
    return broken(url, part: piece) { piece, _ in piece.last.map("/?&-.".contains) == true }
  }

  /// The length from which a word is broken after its dots and colons.
  private static let longWord = 20

  /// A sentence whose long names, such as those of functions and fields, break after their dots and
  /// colons before they break elsewhere.
  static func breakableNames(_ sentence: String) -> Markup {
    sentence.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let isName = word.count >= longWord && !word.contains("/")
      return broken(word) { part, _ in isName && part.last.map(".:".contains) == true }
    }.joined(separator: " ")
  }
}
