import WebSyntax

/// The part of a short URL after the site's prefix.
package enum Slug {
  /// The maximum number of segments in the slug of a link that accepts a path: each is looked up.
  package static let pathDepth = 4

  /// Why a slug is not valid; nil for a valid one.
  package static func fault(of slug: String) -> SlugFault? {
    guard (1...255).contains(slug.utf8.count) else { return .length }
    guard slug.unicodeScalars.allSatisfy(isAdmissible) else { return .characters }
    let segments = slug.split(separator: "/", omittingEmptySubsequences: false)
    guard !segments.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
      return .segments
    }
    guard segments.first != ".well-known", segments.first != "_keiro" else {
      return .reserved
    }
    return nil
  }

  /// Whether a cheap check finds the slug valid; other slugs may be valid, too.
  package static func passesFastCheck(_ slug: String) -> Bool {
    guard (1...255).contains(slug.utf8.count), let first = slug.utf8.first else { return false }
    let isOdd = first == UInt8(ascii: ".") || first == UInt8(ascii: "_")
    return !isOdd && slug.utf8.allSatisfy(PercentCoding.isUnreserved)
  }

  /// The slug encoded for the path of a URL (RFC 3986, section 2.5).
  package static func written(_ slug: String) -> String {
    PercentCoding.encodeUnsafe(slug.utf8)
  }

  /// Letters, marks and digits of any script, and emoji with their joiners.
  private static func isAdmissible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return PercentCoding.isUnreserved(UInt8(truncatingIfNeeded: scalar.value)) || scalar == "/"
    }
    if joiners.contains(scalar) { return true }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return !properties.isDefaultIgnorableCodePoint
    default: return properties.isEmoji || properties.isEmojiModifier
    }
  }

  /// The zero-width joiner, which scripts and emoji need, and the variation selectors.
  private static let joiners: Set<Unicode.Scalar> = [
    "\u{200C}", "\u{200D}", "\u{FE0E}", "\u{FE0F}",
  ]
}
