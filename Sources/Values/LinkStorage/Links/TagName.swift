import Links
import WebSyntax

/// The identity of tags: those that differ in case alone are one tag in filters, sums and lists.
///
/// Case is folded letter by letter (simple case folding, Unicode Standard, section 3.13), so that a tag
/// has few spellings and databases need no tables of letters: they ignore the case of ASCII letters, and
/// look for each spelling of the others.
package enum TagName {
  /// Bytes, as databases compare: Swift considers differently composed letters equal.
  package static func folded(_ tag: String) -> [UInt8] { Array(String(letters(of: tag)).utf8) }

  private static func letters(of tag: String) -> String.UnicodeScalarView {
    var folded = String.UnicodeScalarView()
    for scalar in tag.unicodeScalars {
      let lower = finals[scalar] ?? only(scalar.properties.lowercaseMapping) ?? scalar
      // A sign that no letter is the capital of, such as that of ohms, stays what it is.
      folded.append(cases(of: lower).contains(scalar) || scalar.isASCII ? lower : scalar)
    }
    return folded
  }

  /// The tag and how others may write it, without ASCII capitals. Where that would be very many, what
  /// follows the first letters is in small letters, in capitals, or has a capital for each word. None for a
  /// text that is longer than any tag in whatever case.
  package static func spellings(of tag: String) -> [String] {
    guard tag.utf8.count <= 2 * FieldType.tagBytes else { return [] }
    var spellings = [""]
    let letters = letters(of: tag).map(cases)
    for (index, cases) in letters.enumerated() {
      guard spellings.count * cases.count <= mostSpellings else {
        let rests = rests(of: letters, from: index)
        return spellings.flatMap { start in rests.map { start + $0 } }
          + [String(decoding: tag.utf8.map(ASCII.lowercased), as: UTF8.self)]
      }
      spellings = spellings.flatMap { start in cases.map { start + String($0) } }
    }
    return spellings
  }

  private static func rests(of letters: [[Unicode.Scalar]], from start: Int) -> Set<String> {
    func rest(_ isCapital: (Int) -> Bool) -> String {
      letters.indices[start...].map { position in
        String(letters[position][isCapital(position) && letters[position].count > 1 ? 1 : 0])
      }.joined()
    }
    return [
      rest { _ in false }, rest { _ in true },
      rest { $0 > 0 && letters[$0 - 1].first?.properties.isAlphabetic != true },
    ]
  }

  private static let mostSpellings = 256

  /// Letters that are the lower case of a capital in some places only, and one whose capital is rare.
  private static let finals: [Unicode.Scalar: Unicode.Scalar] = ["ς": "σ", "ẞ": "ß"]

  /// A letter in lower case, followed by its other cases; ASCII letters alone.
  private static func cases(of lower: Unicode.Scalar) -> [Unicode.Scalar] {
    guard !lower.isASCII else { return [lower] }
    let (upper, title) = (lower.properties.uppercaseMapping, lower.properties.titlecaseMapping)
    let others = [only(upper), upper == title ? nil : only(title)].compactMap(\.self).filter {
      $0 != lower && only($0.properties.lowercaseMapping) == lower
    }
    return [lower] + others + finals.filter { $0.value == lower }.map(\.key)
  }

  private static func only(_ mapping: String) -> Unicode.Scalar? {
    mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
  }
}
