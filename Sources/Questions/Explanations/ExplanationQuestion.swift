import AppAssociation
package import Explaining
package import JSONSyntax
package import LinkStorage
package import Links
package import SiteModel
import WebSyntax

/// What happens to a tap.
package struct ExplanationQuestion: Equatable, Sendable {
  package let subject: Subject
  /// For a matrix, its state and lifecycle count.
  package let context: TapContext

  /// What is explained.
  package enum Subject: Equatable, Sendable {
    case url(String)
    /// One URL for every kind of tap.
    case matrix(String)
    /// Every link and a sample of every route.
    case everything
  }

  package init(_ subject: Subject, context: TapContext = TapContext()) {
    self.subject = subject
    self.context = context
  }

  package func answer(
    _ snapshot: ServiceSnapshot, links: StoredLinks, now: Timestamp
  ) throws(LinkStoreError) -> ExplanationAnswer {
    switch subject {
    case .url(let url):
      .explanation(
        try links.asked(snapshot) {
          LinkExplainer.explain(url, context: context, links: $0, snapshot: snapshot, now: now)
        })
    case .matrix(let url):
      .matrix(
        try links.asked(snapshot) {
          ExplanationMatrix(url, context: context, links: $0, snapshot: snapshot, now: now)
        })
    case .everything: .survey(try survey(snapshot, links, now))
    }
  }

  private func survey(
    _ snapshot: ServiceSnapshot, _ links: StoredLinks, _ now: Timestamp
  ) throws(LinkStoreError) -> ExplanationSurvey {
    var survey = ExplanationSurvey(snapshot, context: context, now: now)
    try survey.lookAtConfiguration { link throws(LinkStoreError) in try links.usedClicks(of: link) }
    try links.forEach { survey.lookAt(stored: $0) }
    return survey
  }

  /// What is wrong with the text of a URL, as a sentence's end; nil when it can be explained.
  package static func fault(of url: String) -> String? {
    let expectation = "expected one such as https://www.example.com/article/42"
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
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

/// Whether an app is on a device, in a word.
package enum InstallationWord: String, CaseIterable, Sendable {
  case installed, absent
}

/// One explanation, or many.
package enum ExplanationAnswer: QuestionAnswer {
  case explanation(LinkExplanation)
  case matrix(ExplanationMatrix)
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
