package import Explaining
package import JSONSyntax
package import LinkStorage
package import Links
package import SiteModel
import WebSyntax

/// Asks what happens when a link is tapped.
package struct ExplanationQuestion: Equatable, Sendable {
  /// The link or links that are tapped.
  package let subject: Subject
  /// The circumstances of the tap; a matrix uses only the state and the lifecycle.
  package let context: TapContext

  package enum Subject: Equatable, Sendable {
    case url(String)
    /// One URL, for every kind of tap on these systems.
    case matrix(String, systems: [TapSystem] = ExplanationMatrix.systems)
    /// Every link, and a sample of every route.
    case everything(
      ExplanationSurvey.Scope = .everything, rows: ExplanationSurvey.Rows = .none)
  }

  /// Nil when everything is explained.
  package var url: String? {
    switch subject {
    case .url(let url), .matrix(let url, _): url
    case .everything: nil
    }
  }

  package init(_ subject: Subject, context: TapContext = TapContext()) {
    self.subject = subject
    self.context = context
  }

  /// - Parameter progress: called from time to time with the number of links examined so far.
  package func answer(
    _ snapshot: ServiceSnapshot, links: StoredLinks, now: Timestamp,
    progress: (Int) -> Void = { _ in }
  ) throws(LinkStoreError) -> ExplanationAnswer {
    switch subject {
    case .url(let url):
      .explanation(
        try links.asked(snapshot) {
          LinkExplainer(snapshot, now: now).explain(url, context: context, links: $0)
        })
    case .matrix(let url, let systems):
      .matrix(
        try links.asked(snapshot) {
          ExplanationMatrix(
            url, systems: systems, context: context, links: $0, snapshot: snapshot, now: now)
        })
    case .everything(let scope, let rows):
      .survey(try survey(snapshot, links, now, scope, rows, progress))
    }
  }

  private func survey(
    _ snapshot: ServiceSnapshot, _ links: StoredLinks, _ now: Timestamp,
    _ scope: ExplanationSurvey.Scope, _ rows: ExplanationSurvey.Rows, _ progress: (Int) -> Void
  ) throws(LinkStoreError) -> ExplanationSurvey {
    var survey = ExplanationSurvey(snapshot, context: context, now: now, scope, rows: rows)
    try links.asked(snapshot) { survey.lookAtConfiguration($0) }
    try links.forEach { link throws(LinkStoreError) in
      try links.asked(snapshot, knowing: link) { survey.lookAt(stored: link, $0) }
      if survey.count.isMultiple(of: 500) { progress(survey.count) }
    }
    survey.lookAtSites()
    return survey
  }

  /// The fault in the text of a URL, as the end of a sentence; nil when the URL can be explained.
  package static func fault(of url: String) -> String? {
    let expectation = "expected one such as https://www.example.com/article/42"
    // Browsers escape a space behind the host.
    let sent = WebURL(sentFor: url)?.description ?? url
    guard sent.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      return "it contains spaces or control characters: \(expectation)"
    }
    guard let colon = url.firstIndex(of: ":"), colon != url.startIndex else {
      let isBare = WebURL("https://" + url) != nil && url.contains(".")
      return expectation + (isBare ? "; did you mean 'https://\(url)'?" : "")
    }
    let scheme = url[..<colon].lowercased()
    let isWeb = URLScheme.isWeb(scheme)
    guard URLScheme.isValid(scheme), !isWeb || WebURL(url) != nil else {
      return expectation
    }
    return nil
  }
}

package enum InstallationWord: String, CaseIterable, Sendable {
  case installed, absent
}

/// One explanation, or many.
package enum ExplanationAnswer: QuestionAnswer {
  case explanation(LinkExplanation)
  /// One URL, tapped in every way.
  case matrix(ExplanationMatrix)
  /// All links and samples of routes, as a survey of faults.
  case survey(ExplanationSurvey)

  package var document: JSONOutput {
    switch self {
    case .explanation(let explanation): explanation.output
    case .matrix(let matrix): matrix.output
    case .survey(let survey): survey.output
    }
  }

  package var isPositive: Bool {
    switch self {
    case .explanation(let explanation): explanation.opens
    case .matrix(let matrix): matrix.opens
    case .survey(let survey): survey.faultCount == 0
    }
  }
}
