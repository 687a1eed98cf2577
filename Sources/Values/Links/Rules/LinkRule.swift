/// A destination that some visitors of a link get in place of its own.
///
/// The rules of a link are tried in their order; the first whose condition holds decides.
package struct LinkRule: Equatable, Sendable {
  package var condition: Condition
  /// Where the link leads then: an http or https URL within the same bounds as the link's own.
  package var url: String

  package init(if condition: Condition = Condition(), url: String) {
    self.condition = condition
    self.url = url
  }

  /// What has to hold, all of it; an empty part holds for everybody.
  package struct Condition: Equatable, Sendable {
    package var platforms: [RulePlatform] = []
    /// Language ranges in lower case, such as `ja` or `zh-hant` (RFC 4647, section 3.3.1).
    package var languages: [String] = []
    /// ISO 3166 codes of two capital letters.
    package var countries: [String] = []
    /// Items that the query of the visit has, each with this very value; sorted by name.
    package var query: [ShortLink.Extra] = []
    /// The first moment at which it holds.
    package var from: Timestamp?
    /// The first moment at which it no longer holds.
    package var until: Timestamp?
    /// How many of a hundred visits for which the rest holds, drawn anew for each visit. Nil for
    /// all of them, 0 for a condition that only a newer release understands.
    package var share: Int?

    package init() {}
  }

  /// So many rules may a link have.
  package static let countLimit = 50
  /// So many values may each part of a condition have.
  package static let valueLimit = 100
  /// So many items may the query of a condition have.
  package static let itemLimit = 10
}

/// A system as rules name it.
package enum RulePlatform: String, CaseIterable, Sendable {
  case iPhone, iPad
  case android = "Android"
  case macOS
  case windows = "Windows"
  case linux = "Linux"
  case chromeOS = "ChromeOS"
  case other

  package init(_ platform: UserAgent.Platform) {
    self =
      switch platform {
      case .iPhone: .iPhone
      case .iPad: .iPad
      case .android: .android
      case .macOS: .macOS
      case .windows: .windows
      case .linux: .linux
      case .chromeOS: .chromeOS
      case .unknown: .other
      }
  }

  /// Reads a name in any case.
  package init?(named text: String) {
    let folded = text.lowercased()
    guard let found = Self.allCases.first(where: { $0.rawValue.lowercased() == folded }) else {
      return nil
    }
    self = found
  }
}

extension LinkRule {
  /// The name of a rule by its position, in explanations and statistics.
  package static func name(at position: Int) -> String { "rules[\(position)]" }
}
