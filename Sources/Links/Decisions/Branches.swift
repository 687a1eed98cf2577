extension Decision {
  /// A kind of visitor, and what a link does for him.
  package struct Branch: Equatable, Sendable {
    package let visitor: Visitor
    package let decision: Decision
  }

  /// The kinds of visitors that links tell apart, for explanations.
  package enum Visitor: String, CaseIterable, Sendable {
    case iPhone = "iPhone, Safari"
    case iPhoneInApp = "iPhone, in another app's browser"
    case iPad = "iPad"
    case androidChrome = "Android, Chrome"
    case androidOther = "Android, another browser"
    case androidInApp = "Android, in another app's browser"
    case desktop = "desktop"
    case preview = "a service that shows previews"

    var agent: UserAgent {
      var agent = UserAgent()
      switch self {
      case .iPhone: (agent.platform, agent.browser) = (.iPhone, .safari)
      case .iPhoneInApp: (agent.platform, agent.inAppBrowser) = (.iPhone, .unnamed)
      case .iPad: (agent.platform, agent.browser) = (.iPad, .safari)
      case .androidChrome: (agent.platform, agent.browser) = (.android, .chrome)
      case .androidOther: (agent.platform, agent.browser) = (.android, .firefox)
      case .androidInApp: (agent.platform, agent.inAppBrowser) = (.android, .unnamed)
      case .desktop: (agent.platform, agent.browser) = (.windows, .chrome)
      case .preview: (agent.previewBot, agent.isBot) = (.facebook, true)
      }
      return agent
    }
  }

  /// What a link does for every kind of visitor who asks with the same query and has got past the
  /// password.
  package static func branches(
    of link: ShortLink, visit: Visit, now: Timestamp, site: LinkSite
  ) -> [Branch] {
    Visitor.allCases.map { visitor in
      var visit = visit
      visit.agent = visitor.agent
      visit.wantsExplanation = false
      visit.isPasswordVerified = true
      return Branch(
        visitor: visitor, decision: Links.decide(link, visit: visit, now: now, site: site))
    }
  }
}
