/// The outcome of a visit to a short link, and the reasons for it.
package struct Decision: Equatable, Sendable {
  package let outcome: Outcome
  /// The reasons in the order they were found; the last one decided.
  package let reasons: [Reason]
  /// The index of the link's rule that decided; nil for none.
  package let rule: Int?

  package init(outcome: Outcome, reasons: [Reason], rule: Int? = nil) {
    self.outcome = outcome
    self.reasons = reasons
    self.rule = rule
  }

  package static let unknownSlug = Decision(outcome: .notFound, reasons: [.slugIsUnknown])

  package enum Outcome: Equatable, Sendable {
    case notFound
    case gone
    /// A form that asks for the password; must not be cached.
    case passwordForm
    /// A page that shows every branch; never a redirect.
    case explanation
    /// A page for services that show previews, with Open Graph and Twitter tags.
    case preview(destination: String)
    /// A landing page for iPhone, iPad or Android.
    case landing(LandingPage)
    case redirect(location: String, status: ShortLink.RedirectStatus)

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
  /// Whether the visitor reached the link's destination, which uses up one of `maxClicks`; `expiredURL`
  /// does not count as the destination.
  package var isArrival: Bool {
    switch outcome {
    case .landing, .redirect: reasons.last != .leadsToExpiredURL
    case .notFound, .gone, .passwordForm, .explanation, .preview: false
    }
  }

  package var isCounted: Bool {
    if case .preview = outcome { true } else { isArrival }
  }
}

/// The content of a landing page, which works without JavaScript.
package struct LandingPage: Equatable, Sendable {
  /// Whether the page is for Android rather than for iPhone and iPad.
  package var isForAndroid = false
  /// The link's destination with the visit's query: the banner's `app-argument`.
  package var destination: String
  /// The App Store number for the banner; nil when neither link nor site has one.
  package var appStoreID: String?
  /// The URL of the Open button: a tap on it opens the app, since the app's rules cover it and its host
  /// differs from that of the page; nil when there is none.
  package var openURL: String?
  /// The equivalent URL in the app's own scheme, in Firebase's format; nil beside an `openURL`, and
  /// without a scheme.
  package var schemeURL: String?
  /// The name of the app that the button opens; nil for an app that only the link names.
  package var appName: String?
  /// The URL of the store button; nil without an App Store number.
  package var storeURL: String?
  /// The URL for staying in the browser: the link's fallback or its destination.
  package var continueURL: String
  /// The short URL to copy for a newly installed app; nil when none is offered.
  package var carriedURL: String?
  /// The bundle identifier of the App Clip in the banner; nil for none.
  package var appClipID: String?
  /// Whether the visitor may request a code to type into a newly installed app.
  package var offersCode = false

  package init(destination: String, continueURL: String) {
    self.destination = destination
    self.continueURL = continueURL
  }
}
