package import JSONSyntax
package import WebSyntax

/// Why a field of a link is not valid.
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
  case tooLong = "expected at most 255 bytes, of which a letter beyond ASCII takes 2 to 4"
  case characters = "expected letters, digits, emoji and '-', '_', '.', '~', '/'"
  case segments = "expected no empty segment and no '.' or '..' between slashes"
  case reserved = "the name is reserved: expected another one"
}

/// Why a link may not lead to an address, as the end of a sentence.
package enum DestinationFault: TableSentence, Equatable, Error {
  case tooLong(limit: Int)
  case notWebURL
  case blanks
  case impossibleHost(String)
  case impossiblePort(String)
  case otherScheme(String)
  case userInfo
  case unsafeCharacters
  case valueInHost
  case unknownValue(String)
  case hostNotAllowed(String, allowed: [String])
  case foreignHost(String)

  package init(_ fault: SentURL.Fault) {
    self =
      switch fault {
      case .notURL: .notWebURL
      case .impossibleHost(let host): .impossibleHost(host)
      case .impossiblePort(let port): .impossiblePort(port)
      }
  }
}

extension LinkFault {
  package var told: Sentence {
    switch self {
    case .notHostName(let text):
      "'\(text.prefix(200))' is not a host name: expected one such as www.example.com"
    case .notHost(let text):
      "'\(text.prefix(253))' is not a host: expected one such as www.example.com"
    case .unserved(let host, let hint):
      "no site serves the host '\(host.prefix(253))'" + hint.told
    case .hostOutOfReach(let host):
      "you have no access to the host '\(host.prefix(253))': expected one of your hosts"
    case .hostChoices(let hosts): "expected one of \(hosts.joined(separator: ", "))"
    case .notSlug(let text, let fault): "'\(text.prefix(300))' is not a slug: \(fault)"
    case .slugOfConfiguration(let slug):
      "'\(slug)' is a link of the configuration, which takes precedence: expected another slug"
    case .fixedOnceMade(let field): "'\(field)' cannot be changed: make another link"
    case .pathNeverTaken(let url):
      "'\(url)' has a place for a path that 'path' refuses: expected append or ignore there"
    case .slugTooDeepForPath(let limit):
      "the slug has more than \(limit) parts: expected refuse"

    case .notDestination(let url, let fault):
      "'\(url.prefix(200))' is not a destination: \(fault)"
    case .leadsBackToItself(let url):
      "'\(url.prefix(200))' leads back to the link itself: expected another address"
    case .leadsInCircle(let url, let redirects):
      "'\(url.prefix(200))' leads through more than \(redirects) redirects, as a loop does: expected the last address"
    case .notTime(let text):
      "'\(text.prefix(200))' is not a time: expected one such as 2026-11-21T00:00:00Z or "
        + "2026-11-21"
    case .notWord(let text, let kind): "'\(text.prefix(200))' is not \(kind)"
    case .notChoice(let text, let noun, let choices):
      "\(text) is not a \(noun): expected one of \(choices.joined(separator: ", "))"
    case .textTooLong(let bytes, let limit):
      "the text has \(bytes) bytes: expected at most \(limit)"
    case .controlCharacter: "the text contains a control character: expected none"
    case .tooManyTags(let count): "\(count) tags: expected at most \(FieldType.tagCount)"
    case .notTag(let text): "'\(text)' is not a tag: expected some text without commas"

    case .withheldHash:
      "'withheld' stands for a hash that an export left out: expected the hash"
    case .noPasswordToKeep:
      "the export withheld the hash, and there is no password here to keep: expected an export by "
        + "the scope admin"
    case .passwordNeedsHash:
      "a password cannot be hashed here: expected {\"hash\": …} as exports have it"
    case .hashRefused(let reason): "the hash is refused: \(reason)"
    case .passwordNotHashed: "the password could not be hashed: try again"
    case .emptyPassword: "the password is empty: expected at least one character"

    case .tooManyRules(let count): "\(count) rules: expected at most \(LinkRule.countLimit)"
    case .valueCount(let count): "\(count) values: expected 1 to \(LinkRule.valueLimit)"
    case .queryItemCount(let count): "\(count) items: expected 1 to \(LinkRule.itemLimit)"
    case .queryItemName: "the name of an item is empty or too long: expected 1 to 255 bytes"
    case .notPlatform(let text):
      "'\(text.prefix(100))' is not a platform: expected one of \(Self.platforms)"
    case .notLanguage(let text):
      "'\(text.prefix(100))' is not a language: expected a tag such as ja or pt-BR"
    case .notCountry(let text):
      "'\(text.prefix(100))' is not a country: expected a code of two letters such as JP"
    }
  }

  static let platforms = UserAgent.Platform.allCases.map(\.name).joined(separator: ", ")
}

extension LinkFault.UnservedHint {
  fileprivate var told: Sentence {
    switch self {
    case .none: ""
    case .nearest(let host): ": did you mean '\(host)'?"
    case .choices(let hosts): ": expected one of \(hosts.joined(separator: ", "))"
    case .noShortLinks: ": the configuration has no site with short links: add 'shortLinks' to one"
    }
  }
}

extension DestinationFault {
  package var told: Sentence {
    switch self {
    case .tooLong(let limit): "expected at most \(limit) bytes"
    case .notWebURL: "expected an http or https URL"
    case .blanks: "it has white space around it, or a tab or line end inside: expected none"
    case .impossibleHost(let host):
      "no browser can reach the host '\(host.prefix(253))': expected one such as www.example.com"
    case .impossiblePort(let port):
      "the port \(port.prefix(20)) does not exist: expected 1 to 65535, or none"
    case .otherScheme(let scheme):
      "the scheme '\(scheme)' leads out of the web: expected http or https"
    case .userInfo: "a name before '@' hides the true host: expected none"
    case .unsafeCharacters:
      "it contains characters that no URL may contain: expected them percent-encoded"
    case .valueInHost:
      "a value in braces comes before the path: expected it in the path, query or fragment"
    case .unknownValue(let name):
      "'{\(name)}' is not a value of a visit: expected {path}, {query.NAME} or {slug}, "
        + "or %7B\(name)%7D for the braces themselves"
    case .hostNotAllowed(let host, let allowed):
      "the host '\(host)' is not among the site's destinationHosts: expected "
        + "\(allowed.joined(separator: ", "))"
    case .foreignHost(let host):
      "the host '\(host.prefix(253))' is neither served here nor one of the site's destinationHosts: "
        + "expected one that is"
    }
  }
}
