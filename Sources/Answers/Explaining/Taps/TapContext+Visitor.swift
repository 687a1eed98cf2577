import AppAssociation
package import Links
import Platforms

extension TapContext {
  /// Creates a tap from what a server sees of a visitor: the system and the browser. The system
  /// version is assumed to be the newest, since browsers no longer report the true one.
  package init(visitor agent: UserAgent, traits: VisitorTraits = VisitorTraits()) {
    self.init()
    self.traits = traits
    if agent.platform == .android { system = .android(.newestAndroid) }
    if agent.inAppBrowser != nil {
      source = .inAppBrowser
    } else if agent.browser == .chrome {
      source = .chrome
    }
  }
}
