/// Names of the configuration as identifiers of programming languages.
package enum RouterName {
  /// Returns a name in camel case that begins in lower case: `product-page` as `productPage`, `URLList`
  /// as `urlList`.
  ///
  /// - Parameter kind: what has the name, for the message.
  static func identifier(_ name: String, of kind: String) throws(RouterFault) -> String {
    let words = name.split { !$0.isLetter && !($0.isASCII && $0.isWholeNumber) }.map(String.init)
    guard let first = words.first else {
      // Such as `_`, which is a name of its own in no language.
      guard name.utf8.allSatisfy({ $0 == UInt8(ascii: "_") }), !name.isEmpty else {
        throw RouterFault(
          message: "\(kind) '\(name)' has no letter: expected one that can be a name in a program")
      }
      return name + "_"
    }
    let joined = beginningLower(first) + words.dropFirst().map(beginningUpper).joined()
    return joined.first?.isWholeNumber == true ? "_" + joined : joined
  }

  /// Returns the identifier of a type: `productPage` as `ProductPage`.
  package static func beginningUpper(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Capitals at the beginning are one word, without the last if a small letter follows.
  private static func beginningLower(_ word: String) -> String {
    let capitals = word.prefix(while: \.isUppercase)
    let isFollowed = word.dropFirst(capitals.count).first?.isLowercase == true
    let lowered = isFollowed && capitals.count > 1 ? capitals.dropLast() : capitals
    return lowered.lowercased() + word.dropFirst(lowered.count)
  }
}
