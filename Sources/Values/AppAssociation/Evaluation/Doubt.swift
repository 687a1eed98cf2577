/// A question answered neither by Apple's documentation nor by a published observation, as a sentence
/// without a capital or full stop. Verdicts that depend on one say so.
public enum Doubt: String, CaseIterable, Sendable {
  case explicitPort = "the URL has a port: entitlements have none, and the result is unknown"
  case unusualSlashes = """
    the path or the pattern has '//' or dot segments inside: whether they are normalised is \
    unknown
    """
  case severalEntries = """
    the app appears in several entries: that a later one is tried after an earlier one without a \
    match is assumed, not documented
    """
  case severalIdentifiers = """
    several apps share this rule: which one opens when several are installed is unknown, as they \
    stand in one entry
    """
  case starBetweenSlashes = """
    the pattern ends in '/*/': whether it covers the path without that segment is unknown
    """
  case leadingStar = "the pattern begins with '*/': whether the '*' may be empty is unknown"
  case emptyPattern = "the path pattern is empty: its meaning is unknown"
  case earlyVariable = """
    '$(…)' is treated as literal text before iOS 13.5: this is assumed, not documented
    """
  case unknownVariable = "the pattern has an undefined '$(…)': it is assumed to match nothing"
  case shadowedVariable = """
    the file redefines one of Apple's variables: which definition applies is unknown
    """
  case queryNameCase = """
    whether 'caseSensitive' also applies to the names of query items is unknown
    """
  case queryNameEscapes = """
    whether 'percentEncoded' also applies to the names of query items is unknown
    """
  case queryStringEscapes = """
    whether 'percentEncoded' applies to a query matched as one string is unknown
    """
  case characterWidth = """
    that '?' stands for one character of a decoded URL, not for one byte, is assumed
    """
  case plusSign = "whether a '+' in the query is decoded to a space is unknown"
  case strayPercent = "a '%' that does not begin an escape is assumed to stay as written"
  case foreignLetterCase = "whether case is ignored for non-ASCII letters is unknown"
  case legacySlashes = "whether slashes are compared leniently in 'paths' before iOS 13 is unknown"
  case loneStar = "that a lone '*' misses the root page before iOS 9.2 rests on a single report"
  case laterLoneStar = """
    that a lone '*' covers the root page on iOS 9.2 is uncertain: several reports say it does \
    not, and that "/" beside it helps
    """
  case missingApps = "systems before iOS 13 require an empty 'apps' array next to 'details'"
  case wrongType = "a value has an undocumented type: it is assumed to be treated as absent"
  case largeFile = """
    the file has more than 128 KB: whether Apple's network still rejects it is unknown
    """
  case signedFile = """
    the file is signed, which Apple abandoned in 2019: whether it is still read is unknown
    """
  case internationalHost = """
    the host is an internationalised name: reports to Apple say that iOS 16 and later do not \
    fetch the file of such a host, so that its links stay in the browser
    """

  /// The raw value, for people.
  public var message: String { rawValue }
}
