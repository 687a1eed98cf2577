/// One rule in a site's route table: a component whose path may have captures, and the apps that
/// open it.
public struct RoutingRule: Hashable, Sendable {
  /// The component; `{name}` in its path matches the same text as `?*` and captures it.
  public var component: Component
  /// The positions of the apps in the site's list of apps.
  public var apps: [Int]
  /// Whether a tap opens those apps; false for excludes and for pages that only show a banner.
  public var opensApps: Bool

  /// Creates a rule from its parts.
  public init(component: Component, apps: [Int], opensApps: Bool) {
    self.component = component
    self.apps = apps
    self.opensApps = opensApps
  }
}
