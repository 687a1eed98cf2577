public import LaunchRouting

/// The destination of a URL inside the app.
public struct ResolvedLink: Hashable, Sendable, Decodable {
  /// The URL itself, or the destination of the short link.
  public let url: String
  /// The short link that was followed; nil for a page.
  public let link: Link?
  /// The name of the app in Keiro's configuration; nil when no route matches the URL.
  public let app: String?
  /// The screen of the route; nil when it has none.
  public let screen: String?
  /// The decoded captures of the route from the path.
  public let parameters: [String: String]

  /// The part of a short link that apps see.
  public struct Link: Hashable, Sendable, Decodable {
    /// The host of the short link.
    public let host: String
    /// The part of the short URL after the prefix.
    public let slug: String
    /// The campaign parameters of the link; nil when the answer has none.
    public let campaign: [String: String]?
  }

  /// The answer for `LaunchRules`, with parameters sorted by name.
  public var answer: DeepLinkAnswer {
    guard let screen else { return .nowhere(because: "no route names a screen for '\(url)'") }
    let parameters = parameters.sorted { $0.key < $1.key }
    return .screen(Screen(screen, parameters.map { .init($0.key, $0.value) }))
  }
}

/// The way in which a link reached an app that was installed after the tap.
public enum DeferredWay: String, Sendable, CaseIterable {
  /// Google Play's Install Referrer.
  case referrer
  /// The user pasted the link.
  case paste
  /// The user typed the link's code.
  case code
  /// The App Clip handed the link over.
  case clip
}
