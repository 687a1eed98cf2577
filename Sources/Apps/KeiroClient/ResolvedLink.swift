public import LaunchRouting

/// Where a URL leads inside the app.
public struct ResolvedLink: Hashable, Sendable, Decodable {
  /// The URL itself, or the destination of the short link.
  public let url: String
  /// The short link that was followed; nil for a page.
  public let link: Link?
  /// The name of the app in Keiro's configuration; nil for a URL of no route.
  public let app: String?
  /// The screen of the route; nil without one.
  public let screen: String?
  /// What the route captures from the path, decoded.
  public let parameters: [String: String]

  /// The short link, as far as apps see it.
  public struct Link: Hashable, Sendable, Decodable {
    /// Where it lives.
    public let host: String
    /// The part of the short URL behind the prefix.
    public let slug: String
    /// The parameters of its campaign.
    public let campaign: [String: String]?
  }

  /// As `LaunchRules` understand it; parameters are in the order of their names.
  public var answer: DeepLinkAnswer {
    guard let screen else { return .nowhere(because: "no route names a screen for '\(url)'") }
    let parameters = parameters.sorted { $0.key < $1.key }
    return .screen(Screen(screen, parameters.map { .init($0.key, $0.value) }))
  }
}

/// How a link came into an app that was installed after the tap on it.
public enum DeferredWay: String, Sendable, CaseIterable {
  /// Google Play's Install Referrer.
  case referrer
  /// Pasted by its user.
  case paste
  /// Typed as a code by its user.
  case code
  /// Handed over by the App Clip.
  case clip
}
