@_spi(_Unicode) import Swift
import WebSyntax

/// The part of a short URL after the site's prefix.
package enum Slug {
  /// The maximum number of segments in the slug of a link that accepts a path: each is looked up.
  package static let pathDepth = 4

  /// What follows a slug in the address of the link's QR code.
  package static let picture = ".qr"

  /// Why a slug is not valid; nil for a valid one.
  package static func fault(of slug: String) -> SlugFault? {
    guard !slug.isEmpty else { return .length }
    guard slug.utf8.count <= 255 else { return .tooLong }
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

/// The spellings of a slug that mean the same link of a site.
///
/// Links are stored under one spelling, `canonical`, so that a visit with that spelling has no extra
/// cost; only an unknown slug is looked up a second time.
package struct SlugSpelling: Equatable, Sendable {
  /// Whether `Spring` and `spring` are different slugs.
  package var isCaseSensitive = true
  /// Whether `spring/` means `spring`.
  package var ignoresTrailingSlash = false

  package init() {}

  /// The slug under which a link is stored: composed (Unicode Standard Annex 15, NFC), and case-folded
  /// where the site ignores case.
  package func canonical(_ slug: String) -> String {
    guard !isPlain(slug.utf8) else { return slug }
    return Self.composed(isCaseSensitive ? slug : Self.folded(slug))
  }

  /// The slug to look up if no link has this spelling; nil for no other.
  package func meant(by slug: ArraySlice<UInt8>) -> [UInt8]? {
    var written = slug
    if ignoresTrailingSlash, written.count > 1, written.last == UInt8(ascii: "/") {
      written.removeLast()
    }
    guard !isPlain(written) else { return written.count < slug.count ? Array(written) : nil }
    guard let text = String(validating: written, as: UTF8.self) else { return nil }
    let meant = Array(canonical(text).utf8)
    return meant.elementsEqual(slug) ? nil : meant
  }

  /// Whether a slug is already spelled as stored: ASCII, in lower case where case is ignored.
  private func isPlain(_ slug: some Sequence<UInt8>) -> Bool {
    slug.allSatisfy { $0 < 0x80 && (isCaseSensitive || !(0x41...0x5A).contains($0)) }
  }

  package static func composed(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfc { scalars.append(scalar) }
    return String(scalars)
  }

  /// The text for caseless comparison: full case folding (Unicode Standard, section 3.13, and
  /// CaseFolding.txt). Lower case of upper case is equivalent but for the dotless letter i, and for
  /// Cherokee, whose letters fold the other way and so still match one another.
  package static func folded(_ text: String) -> String {
    var folded = ""
    for scalar in composed(text).unicodeScalars {
      guard scalar != dotlessI else {
        folded.unicodeScalars.append(scalar)
        continue
      }
      let upper = scalar.properties.lowercaseMapping.unicodeScalars.flatMap {
        $0.properties.uppercaseMapping.unicodeScalars
      }
      for letter in upper { folded += letter.properties.lowercaseMapping }
    }
    return folded
  }

  private static let dotlessI: Unicode.Scalar = "\u{131}"
}
