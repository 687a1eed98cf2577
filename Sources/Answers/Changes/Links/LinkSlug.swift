import Cryptography
import JSONSyntax
import Links
import WebSyntax

/// The slug of a link to create.
package enum LinkSlug: Equatable, Sendable {
  case given(String)
  case random(RandomSlug)

  var isRandom: Bool {
    switch self {
    case .given: false
    case .random: true
    }
  }

  /// Why no link can have the slug; nil when one can.
  var fault: FieldFault? {
    switch self {
    case .given(let text): Self.fault(of: text).map { FieldFault("slug", $0) }
    case .random(let random):
      // A sample letter represents those to be drawn.
      Self.fault(of: random.folder + "x").map { FieldFault("slug", $0) }
    }
  }

  static func fault(of text: String) -> LinkFault? {
    Slug.fault(of: text).map { .notSlug(text, $0) }
  }
}

/// The format of a random slug.
package struct RandomSlug: Equatable, Sendable {
  /// The text before the random letters: empty, or ending with a slash.
  package var folder = ""
  /// The number of random letters.
  package var length = 8
  /// Whether slugs become longer as short ones become scarce.
  package var grows = false
  /// The letters to draw from; nil for base62.
  package var alphabet: [UInt8]?

  package init() {}

  /// The letters of an alphabet; nil for an invalid one.
  static func alphabet(_ text: String) -> [UInt8]? {
    let letters = Array(Set(text.utf8)).sorted()
    let isPlain = letters.allSatisfy { letter in
      ASCII.isAlphanumeric(letter)
        || letter == UInt8(ascii: "-") || letter == UInt8(ascii: "_")
    }
    guard isPlain, (2...64).contains(letters.count), letters.count == text.utf8.count else {
      return nil
    }
    return letters
  }

  /// A random slug; nil when the random generator failed.
  ///
  /// - Parameter attempt: the number of slugs that were already taken.
  func make(attempt: Int) -> String? {
    letters(grows ? length + attempt / 3 : length).map { folder + $0 }
  }

  private func letters(_ length: Int) -> String? {
    guard let alphabet else { return RandomBytes.base62(length) }
    var slug: [UInt8] = []
    // Values above the largest multiple of the alphabet's size would favour some letters.
    let bound = 256 / alphabet.count * alphabet.count
    while slug.count < length {
      guard let bytes = RandomBytes.make(length * 2 + 16) else { return nil }
      for byte in bytes where Int(byte) < bound && slug.count < length {
        slug.append(alphabet[Int(byte) % alphabet.count])
      }
    }
    return String(decoding: slug, as: UTF8.self)
  }
}
