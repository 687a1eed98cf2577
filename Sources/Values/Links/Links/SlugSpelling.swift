@_spi(_Unicode) import Swift
import WebSyntax

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
    let isPlain = slug.utf8.allSatisfy { byte in
      byte < 0x80 && (isCaseSensitive || !(0x41...0x5A).contains(byte))
    }
    guard !isPlain else { return slug }
    return Self.composed(isCaseSensitive ? slug : Self.folded(slug))
  }

  /// The slug to look up if no link has this spelling; nil for no other.
  package func meant(by slug: ArraySlice<UInt8>) -> [UInt8]? {
    var written = slug
    if ignoresTrailingSlash, written.count > 1, written.last == UInt8(ascii: "/") {
      written.removeLast()
    }
    let isPlain = written.allSatisfy { byte in
      byte < 0x80 && (isCaseSensitive || !(0x41...0x5A).contains(byte))
    }
    guard !isPlain else { return written.count < slug.count ? Array(written) : nil }
    guard let text = String(validating: written, as: UTF8.self) else { return nil }
    let meant = Array(canonical(text).utf8)
    return meant.elementsEqual(slug) ? nil : meant
  }

  /// The text in its composed form (NFC).
  package static func composed(_ text: String) -> String {
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
