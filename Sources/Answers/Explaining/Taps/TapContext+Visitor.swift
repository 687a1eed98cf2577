import AppAssociation
package import Links
import Platforms

extension TapContext {
  /// A tap as far as a server sees a visitor: the system and the browser. The system counts as the
  /// newest version, since browsers no longer report the true one.
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
