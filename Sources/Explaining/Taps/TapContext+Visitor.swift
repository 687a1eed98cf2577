import AppAssociation
package import Links

extension TapContext {
  /// As much of a tap as a server sees of a visitor: the system and the browser. The version of the
  /// system is taken to be the newest, since browsers no longer tell the true one.
  package init(visitor agent: UserAgent) {
    self.init()
    if agent.platform == .android { system = .android(.newestAndroid) }
    if agent.inAppBrowser != nil {
      source = .inAppBrowser
    } else if agent.browser == .chrome {
      source = .chrome
    }
  }
}
