package import AppAssociation
package import JSONSyntax
package import Platforms
package import WebSyntax

/// Asks which URLs an association file that has been read opens in which app.
package struct MatchQuestion {
  /// The application identifiers or packages whose verdicts are asked for.
  package let apps: [String]
  private let urls: [AskedURL]
  private let system: String
  private let explain: (WebURL, [String]) -> [Explanation]

  package struct Terms: Equatable, Sendable {
    /// The platform; nil infers it from the root value of the file.
    package var kind: AssociationFile.Kind?
    /// The host that serves the file; nil uses the host of each URL.
    package var host: HostPattern?
    /// An application identifier or package name; nil for every app in the file.
    package var app: String?
    /// The iOS version for an `apple-app-site-association`; nil for the newest one.
    package var ios: SystemVersion?
    /// The Android version for an `assetlinks.json`; nil for the newest one.
    package var android: SystemVersion?

    package init(
      kind: AssociationFile.Kind? = nil, host: HostPattern? = nil, app: String? = nil,
      ios: SystemVersion? = nil, android: SystemVersion? = nil
    ) {
      self.kind = kind
      self.host = host
      self.app = app
      self.ios = ios
      self.android = android
    }
  }

  package init(
    _ source: AssociationText, urls: [AskedURL], _ terms: Terms
  ) throws(UnreadableAssociation) {
    self.urls = urls
    let named: [String]
    switch try source.decoded(kind: terms.kind) {
    case .apple(let association):
      let evaluator = AssociationEvaluator(association, system: terms.ios ?? .newestIOS)
      (named, system) = (evaluator.identifiers, "iOS \(evaluator.system)")
      explain = { url, apps in evaluator.explanations(for: url, host: terms.host, apps: apps) }
    case .android(let links):
      let evaluator = AndroidEvaluator(links, system: terms.android ?? .newestAndroid)
      (named, system) = (links.packageNames, "Android \(evaluator.system)")
      explain = { url, packages in
        packages.map { evaluator.explanation(for: url, host: terms.host, package: $0) }
      }
    }
    apps = terms.app.map { [$0] } ?? named
  }

  package var count: Int { apps.count * urls.count }

  /// - Parameters:
  ///   - goesOn: called after each URL with the approximate number of bytes added to the answer;
  ///     returning false stops the work and leaves the answer incomplete.
  ///   - each: does the work for one URL.
  package func answer(
    while goesOn: (Int) -> Bool = { _ in true },
    each: (() -> [Explanation]) -> [Explanation] = { $0() }
  ) -> MatchAnswer {
    var answer = MatchAnswer(apps: apps, system: system, rows: [])
    for asked in urls {
      var bytes = 0
      for (app, explanation) in zip(apps, each { explain(asked.url, apps) }) {
        let row = MatchAnswer.Row(url: asked.text, app: app, explanation: explanation)
        bytes += row.size
        answer.rows.append(row)
      }
      guard goesOn(bytes) else { break }
    }
    return answer
  }
}

/// A URL as it was written, and its parsed form.
package struct AskedURL: Equatable, Sendable {
  /// The text as given, which may be a bare path.
  package let text: String
  package let url: WebURL

  /// Parses a URL or a bare path; nil for any other text.
  ///
  /// - Parameter host: the host of a bare path; nil for `www.example.com`.
  package init?(_ text: String, host: HostPattern?) {
    let isPath = text.hasPrefix("/") || text.isEmpty
    let whole = isPath ? "https://\(host?.description ?? "www.example.com")\(text)" : text
    guard let url = WebURL(whole) else { return nil }
    self.text = text
    self.url = url
  }

  /// The end of an error message about a text that is not a URL.
  package static let expectation = "expected https://HOST/PATH or a path such as /a/b"
}

package struct MatchAnswer: QuestionAnswer {
  /// Application identifiers or package names.
  package let apps: [String]
  /// The system used for the evaluation, such as `iOS 26.0`.
  package let system: String
  /// The verdicts, URL by URL and app by app.
  package fileprivate(set) var rows: [Row]

  package struct Row: Sendable {
    package let url: String
    package let app: String
    package let explanation: Explanation

    /// The approximate size of the row in the document, in bytes.
    fileprivate var size: Int {
      explanation.notes.reduce(url.utf8.count + app.utf8.count + 100) { $0 + $1.utf8.count }
    }
  }

  package var document: JSONOutput {
    ["verdicts": .array(rows.map { $0.explanation.output(url: $0.url, app: $0.app) })]
  }

  package var isPositive: Bool {
    rows.contains { $0.explanation.verdict.decision == .match }
  }
}
