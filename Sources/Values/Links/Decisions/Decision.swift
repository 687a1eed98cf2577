/// What a visit to a short link comes to, and why.
package struct Decision: Equatable, Sendable {
  package let outcome: Outcome
  /// In the order in which they were looked at; the last decided.
  package let reasons: [Reason]
  /// The position of the link's rule that decided; nil when none did.
  package let rule: Int?

  package init(outcome: Outcome, reasons: [Reason], rule: Int? = nil) {
    self.outcome = outcome
    self.reasons = reasons
    self.rule = rule
  }

  /// A slug that no link has.
  package static let unknownSlug = Decision(outcome: .notFound, reasons: [.slugIsUnknown])

  package enum Outcome: Equatable, Sendable {
    case notFound
    case gone
    /// A form that asks for the password; never to be cached.
    case passwordForm
    /// A page that shows every branch; never a redirect.
    case explanation
    /// A page for services that show a preview: Open Graph and Twitter tags.
    case preview(destination: String)
    /// A page between, for iPhone and iPad.
    case landing(LandingPage)
    case redirect(location: String, status: ShortLink.RedirectStatus)

    /// The name under which statistics count the outcome.
    package var name: String {
      switch self {
      case .notFound: "not-found"
      case .gone: "gone"
      case .passwordForm: "password"
      case .explanation: "explanation"
      case .preview: "preview"
      case .landing: "landing"
      case .redirect: "redirect"
      }
    }
  }
}

extension Decision {
  /// Whether the visit has got where the link leads, and therefore uses up one of `maxClicks`;
  /// `expiredURL` is where it no longer leads.
  package var isArrival: Bool {
    switch outcome {
    case .landing, .redirect: reasons.last != .leadsToExpiredURL
    case .notFound, .gone, .passwordForm, .explanation, .preview: false
    }
  }

  /// Whether statistics count the visit.
  package var isCounted: Bool {
    if case .preview = outcome { true } else { isArrival }
  }
}

/// What the page between offers; it works without JavaScript.
package struct LandingPage: Equatable, Sendable {
  /// For Android, rather than for iPhone and iPad.
  package var isForAndroid = false
  /// The link's destination with the visit's query: the banner's `app-argument`.
  package var destination: String
  /// For the banner; nil when neither link nor site has an App Store number.
  package var appStoreID: String?
  /// Where the Open button leads: an address whose tap opens the app, since its rules cover the
  /// address and it lies on another host than the page; nil when there is none.
  package var openURL: String?
  /// The same by the app's own scheme, as Firebase's handed links on; nil beside an `openURL`, and
  /// without such a scheme.
  package var schemeURL: String?
  /// The name of the app that the button opens; nil for an app that only the link knows.
  package var appName: String?
  /// Where the store button leads; nil without an App Store number.
  package var storeURL: String?
  /// Where those go who stay in the browser: the link's fallback, or its destination.
  package var continueURL: String
  /// The short URL that the visitor may copy for a new app; nil where none is offered.
  package var carriedURL: String?
  /// The bundle identifier of the App Clip that the banner offers; nil without one.
  package var appClipID: String?
  /// Whether the visitor may ask for a code to type into a new app.
  package var offersCode = false

  package init(destination: String, continueURL: String) {
    self.destination = destination
    self.continueURL = continueURL
  }
}
