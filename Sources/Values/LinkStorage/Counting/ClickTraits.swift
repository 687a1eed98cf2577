/// Properties of clicks that are summed by day only, each by itself: hourly rows would multiply with
/// them.
package struct ClickTraits: Hashable, Sendable {
  /// The rule that decided, such as `rules[0]`; empty for none.
  package var rule: String
  /// The language as two letters, or `other`; empty when unknown.
  package var language: String
  /// The country as two capital letters; empty when unknown.
  package var country: String
  /// How the link reached an app that was opened for the first time; empty for a click. A first opening
  /// does not count as a click.
  package var way: String

  package init(rule: String = "", language: String = "", country: String = "", way: String = "") {
    self.rule = rule
    self.language = language
    self.country = country
    self.way = way
  }

  package static let none = ClickTraits()

  /// Whether this is the first opening of an app rather than a click.
  package var isFirstOpening: Bool { !way.isEmpty }
}

/// A language that statistics distinguish: one with a two-letter code (ISO 639-1), so that visitors
/// cannot invent names.
package struct CountedLanguage: Hashable, Sendable {
  /// 0 for unknown; otherwise the two letters as a number, or `others`.
  private let number: UInt16

  private static let others: UInt16 = 26 * 26 + 1

  /// A language that the visitor does not state or that is not counted by name.
  package static let unknown = CountedLanguage(number: 0)

  private init(number: UInt16) {
    self.number = number
  }

  /// - Parameter tag: a language tag in lower case.
  package init(_ tag: String) {
    var letters = tag.utf8.makeIterator()
    guard let first = letters.next(), let second = letters.next() else {
      self = .unknown
      return
    }
    let third = letters.next()
    guard third == nil || third == UInt8(ascii: "-"), let number = Self.number(first, second),
      Self.known[Int(number)]
    else {
      self.init(number: Self.others)
      return
    }
    self.init(number: number)
  }

  private static func number(_ first: UInt8, _ second: UInt8) -> UInt16? {
    guard (0x61...0x7A).contains(first), (0x61...0x7A).contains(second) else { return nil }
    return UInt16(first - 0x61) * 26 + UInt16(second - 0x61) + 1
  }

  /// A small number for use as a hash.
  var spread: Int { Int(number) }

  /// The two-letter code, or `other`; empty when unknown.
  package var name: String {
    switch number {
    case 0: ""
    case Self.others: CountedNames.other
    default:
      String(
        decoding: [
          UInt8(truncatingIfNeeded: 0x61 + (number - 1) / 26),
          UInt8(truncatingIfNeeded: 0x61 + (number - 1) % 26),
        ], as: UTF8.self)
    }
  }

  /// Whether each number stands for an ISO code.
  private static let known: [Bool] = {
    var known = [Bool](repeating: false, count: Int(others) + 1)
    for code in codes.split(separator: " ") {
      let letters = Array(code.utf8)
      guard letters.count == 2, let number = number(letters[0], letters[1]) else { continue }
      known[Int(number)] = true
    }
    return known
  }()

  private static let codes = """
    aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de \
    dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia \
    id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo \
    lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl \
    ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk \
    tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """
}

/// A country by its two-letter code.
package struct CountedCountry: Hashable, Sendable {
  private let number: UInt16

  package static let unknown = CountedCountry(number: 0)

  private init(number: UInt16) {
    self.number = number
  }

  /// - Parameter code: two capital letters; anything else is unknown.
  package init(_ code: String) {
    let letters = Array(code.utf8)
    guard letters.count == 2, letters.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      self = .unknown
      return
    }
    self.init(number: UInt16(letters[0]) << 8 | UInt16(letters[1]))
  }

  /// A small number for use as a hash.
  var spread: Int { Int(number) }

  /// The two-letter code; empty when unknown.
  package var name: String {
    guard number > 0 else { return "" }
    return String(
      decoding: [
        UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number),
      ], as: UTF8.self)
  }
}
