/// A point at which Apple's documents are silent and nobody has published an observation. A verdict
/// that touches one says so.
public enum Doubt: String, CaseIterable, Sendable {
  /// The URL names a port.
  case explicitPort
  /// The path has `//`, `/./` or `/../` inside.
  case unusualSlashes
  /// A later entry of the same app is asked after an earlier one had no match.
  case severalEntries
  /// Several apps share the deciding rule.
  case severalIdentifiers
  /// A pattern ends in `/*/`.
  case starBetweenSlashes
  /// A pattern begins with `*/`.
  case leadingStar
  /// The pattern of the path is empty.
  case emptyPattern
  /// `$(name)` on a version before variables.
  case earlyVariable
  /// `$(name)` that nothing defines, or without its bracket.
  case unknownVariable
  /// A variable of the file has the name of one of Apple's.
  case shadowedVariable
  /// Names of query items where case is ignored.
  case queryNameCase
  /// Escapes in the names of query items where values are decoded.
  case queryNameEscapes
  /// A query matched as one string where URLs are decoded.
  case queryStringEscapes
  /// `+` in a query that is decoded.
  case plusSign
  /// `%` that begins no escape where URLs are decoded.
  case strayPercent
  /// Letters beyond ASCII where case is ignored.
  case foreignLetterCase
  /// Slashes in `paths` before iOS 13.
  case legacySlashes
  /// A lone `*` and the top page on the first versions.
  case loneStar
  /// `apps` is not the empty array that versions before iOS 13 ask for.
  case missingApps
  /// A value of a type that no document allows.
  case wrongType
  /// The file has more than 128 KB and is fetched by Apple's network.
  case largeFile
  /// A signed file on a version that no longer needs the signature.
  case signedFile

  /// One sentence without capital and full stop.
  public var message: String {
    switch self {
    case .explicitPort: "the URL names a port: entitlements have none, and what happens is unknown"
    case .unusualSlashes:
      "the path has '//' or dot segments inside: whether they are normalised is unknown"
    case .severalEntries:
      "the app stands in several entries: that a later one is asked after an earlier one without "
        + "a match is assumed, not documented"
    case .severalIdentifiers:
      "several apps share this rule: which of them opens when more than one is installed is unknown"
    case .starBetweenSlashes:
      "the pattern ends in '/*/': whether it covers the path without that segment is unknown"
    case .leadingStar: "the pattern begins with '*/': whether the '*' may be empty is unknown"
    case .emptyPattern: "the pattern of the path is empty: what it covers is unknown"
    case .earlyVariable:
      "'$(…)' is taken as text before iOS 13.5; that is assumed, not documented"
    case .unknownVariable:
      "the pattern has a '$(…)' that nothing defines: it is taken to match nothing"
    case .shadowedVariable:
      "the file defines a variable that Apple has defined: which one counts is unknown"
    case .queryNameCase:
      "whether 'caseSensitive' is about the names of query items too is unknown"
    case .queryNameEscapes:
      "whether 'percentEncoded' is about the names of query items too is unknown"
    case .queryStringEscapes:
      "whether 'percentEncoded' is about a query matched as one string is unknown"
    case .plusSign: "whether a '+' in the query is decoded to a space is unknown"
    case .strayPercent: "a '%' that begins no escape is kept as written; that is assumed"
    case .foreignLetterCase: "whether case is ignored beyond ASCII is unknown"
    case .legacySlashes:
      "whether slashes are compared leniently in 'paths' before iOS 13 is unknown"
    case .loneStar: "that a lone '*' misses the top page before iOS 9.2 rests on a single report"
    case .missingApps: "systems before iOS 13 ask for an empty 'apps' array beside 'details'"
    case .wrongType:
      "a value has a type that no document allows: it is taken as absent"
    case .largeFile:
      "the file has more than 128 KB: whether Apple's network still refuses it is unknown"
    case .signedFile:
      "the file is signed, which Apple gave up in 2019: whether it is still read is unknown"
    }
  }
}
