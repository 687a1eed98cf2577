import JSONSyntax
package import WebSyntax

/// Why a field of a link is not valid.
///
/// Each fault is a case here and a sentence in `LinkFault+English.swift`.
package enum LinkFault: Error, TableSentence, Equatable {
  // Hosts and slugs
  case notHostName(String)
  case notHost(String)
  case unserved(String, UnservedHint)
  case hostOutOfReach(String)
  case hostChoices([String])
  case notSlug(String, SlugFault)
  case slugOfConfiguration(String)
  case fixedOnceMade(field: String)
  /// The destination has a placeholder for the path after the slug, but the link accepts no path.
  case pathNeverTaken(String)
  case slugTooDeepForPath(limit: Int)

  // Values
  case notDestination(String, DestinationFault)
  case leadsBackToItself(String)
  case leadsInCircle(String, redirects: Int)
  case notTime(String)
  case notWord(String, WordKind)
  case notChoice(String, noun: String, choices: [String])
  case textTooLong(bytes: Int, limit: Int)
  case controlCharacter
  case tooManyTags(Int)
  case notTag(String)

  // Passwords
  case withheldHash
  /// An export withheld the hash, and the existing link has none.
  case noPasswordToKeep
  case passwordNeedsHash
  case hashRefused(String)
  case passwordNotHashed
  case emptyPassword

  // Rules
  case tooManyRules(Int)
  case valueCount(Int)
  case queryItemCount(Int)
  case queryItemName
  case notPlatform(String)
  case notLanguage(String)
  case notCountry(String)

  /// A hint about a host that no site serves.
  package enum UnservedHint: Equatable, Sendable {
    case none
    case nearest(String)
    case choices([String])
    case noShortLinks
  }
}

/// Why a slug is not valid, as the end of a sentence.
package enum SlugFault: String, TableSentence {
  case length = "expected 1 to 255 characters"
  case characters = "expected letters, digits, emoji and '-', '_', '.', '~', '/'"
  case segments = "expected no empty segment and no '.' or '..' between slashes"
  case reserved = "the name is reserved: expected another one"
}

/// Why a link may not lead to an address, as the end of a sentence.
package enum DestinationFault: TableSentence, Equatable, Error {
  case tooLong(limit: Int)
  case notWebURL
  case impossibleHost(String)
  case impossiblePort(String)
  case otherScheme(String)
  case userInfo
  case unsafeCharacters
  case valueInHost
  case unknownValue(String)
  case hostNotAllowed(String, allowed: [String])

  package init(_ fault: SentURL.Fault) {
    self =
      switch fault {
      case .notURL: .notWebURL
      case .impossibleHost(let host): .impossibleHost(host)
      case .impossiblePort(let port): .impossiblePort(port)
      }
  }
}
