/// A URL as text, and its encodings: characters that a URL contains only as escapes may arrive raw,
/// escapes may have digits in either case, and other characters may be escaped needlessly.
struct SpelledURL: CustomStringConvertible {
  /// A character, and whether it is data although it would otherwise separate parts of the URL.
  struct Atom: Equatable {
    let character: Unicode.Scalar
    var isData = false
  }

  let path: [Atom]
  let query: [Atom]?
  let fragment: [Atom]?

  var description: String { spelled(.sent(isLower: false)) }

  enum Spelling {
    /// The encoding of routes, with the digits of escapes in one case.
    case sent(isLower: Bool)
    /// The same, but with every separator as such.
    case divided(isLower: Bool)
    /// Everything raw that may be raw.
    case raw
    /// Some letters escaped needlessly, with digits of the other case.
    case escaped
  }

  func spelled(_ spelling: Spelling) -> String {
    func text(_ atoms: [Atom]) -> String { atoms.map { Self.text($0, spelling) }.joined() }
    return text(path) + (query.map { "?" + text($0) } ?? "")
      + (fragment.map { "#" + text($0) } ?? "")
  }

  /// Characters that are never raw in the encoding of routes.
  private static func isEscaped(_ character: Unicode.Scalar) -> Bool {
    !character.isASCII || " @%*\"|".unicodeScalars.contains(character)
  }

  private static func text(_ atom: Atom, _ spelling: Spelling) -> String {
    let plain = String(Character(atom.character))
    switch spelling {
    case .sent(let isLower):
      return atom.isData || isEscaped(atom.character) ? escape(plain, isLower) : plain
    case .divided(let isLower):
      return isEscaped(atom.character) ? escape(plain, isLower) : plain
    case .raw:
      let isNeeded = atom.isData || " %".unicodeScalars.contains(atom.character)
      return isNeeded ? escape(plain, false) : plain
    case .escaped:
      let isEscaped =
        atom.isData || isEscaped(atom.character) || "ae.".unicodeScalars.contains(atom.character)
      return isEscaped ? escape(plain, true) : plain
    }
  }

  static func escape(_ text: String, _ isLower: Bool) -> String {
    text.utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: !isLower)
      return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
