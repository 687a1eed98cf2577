import WebSyntax

/// The meta tag that makes Safari offer the app on a page.
///
/// Source: Apple, "Promoting apps with Smart App Banners"; for App Clips "Supporting invocations
/// from your website and the Messages app".
public struct SmartAppBanner: Hashable, Sendable {
  /// The numeric App Store ID.
  public var appStoreID: String
  /// The URL passed to the app; nil opens the app at its start screen.
  public var argument: String?
  /// The bundle identifier of the App Clip; nil when there is none.
  public var clipBundleID: String?
  /// Whether Safari shows the full App Clip card; honoured since iOS 15.
  public var displaysClipCard: Bool

  /// Creates a banner from the values of the tag.
  public init(
    appStoreID: String, argument: String?, clipBundleID: String? = nil,
    displaysClipCard: Bool = false
  ) {
    self.appStoreID = appStoreID
    self.argument = argument
    self.clipBundleID = clipBundleID
    self.displaysClipCard = displaysClipCard
  }

  /// The complete tag. The escaped argument can neither add a parameter nor end the attribute.
  public var metaTag: String {
    guard let argument else { return head + tail }
    let (before, behind) = partsAroundArgument
    return before + HTMLText.escape(Self.encodeArgument(argument)) + behind
  }

  package var partsAroundArgument: (before: String, behind: String) {
    (head + ", app-argument=", tail)
  }

  private var head: String {
    "<meta name=\"apple-itunes-app\" content=\"app-id="
      + HTMLText.escape(Self.encodeArgument(appStoreID))
  }

  private var tail: String {
    var text = ""
    if let clipBundleID {
      text += ", app-clip-bundle-id=" + HTMLText.escape(Self.encodeArgument(clipBundleID))
    }
    if displaysClipCard { text += ", app-clip-display=card" }
    return text + "\">"
  }

  /// Whether the byte would end the parameter or the attribute, or is not allowed in a URL.
  package static func isUnsafe(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"")
  }

  /// Percent-encodes the characters of a URL that would end the parameter or the attribute: comma,
  /// space, quotation mark, controls and non-ASCII characters.
  package static func encodeArgument(_ url: String) -> String {
    PercentCoding.encode(url.utf8, escaping: isUnsafe)
  }
}
