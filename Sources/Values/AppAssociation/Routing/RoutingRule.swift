/// One rule of a site's own route table: a component whose path may have captures, and the apps
/// that open it.
public struct RoutingRule: Hashable, Sendable {
  /// `{name}` in its path matches the same text as `?*` and captures it.
  public var component: Component
  /// Positions of the apps in the site's list of apps.
  public var apps: [Int]
  /// Whether a tap opens those apps; false for an exclude and for a page with only a banner.
  public var opensApps: Bool

  /// A rule with all its parts.
  public init(component: Component, apps: [Int], opensApps: Bool) {
    self.component = component
    self.apps = apps
    self.opensApps = opensApps
  }
}
