import Explaining
package import JSONSyntax
import LaunchRouting
import Links
import Platforms
package import Questions
package import Service

extension ExplanationQuestion {
  /// Reads the body of `POST /v1/explain`: `{"url", "ios", "android" or "harmony", "app" or
  /// "installed", "appVersion", "state", "lifecycle", "sdk", "from", "choice", "language", "country",
  /// "matrix", "all", "only", "rows"}`. Only `url` is required, and not even that with `all`. An
  /// unknown member is an error.
  package init(reading document: JSONDocument) throws(Problem) {
    self = try document.read { ExplanationBody(object: $0).question() }
  }
}

/// Reads the members of a question.
private struct ExplanationBody {
  let object: JSONObjectReader

  func question() -> ExplanationQuestion {
    let subject = subject()
    var context = TapContext()
    context.system = system() ?? context.system
    context.isInstalled = isInstalled() ?? context.isInstalled
    context.installed = installed() ?? context.installed
    context.appVersion = object.present("appVersion")?.appVersion()
    context.state = object.present("state")?.choice(AppState.self) ?? context.state
    context.lifecycle = object.present("lifecycle")?.choice(Lifecycle.self) ?? context.lifecycle
    context.sdk = sdk()
    context.source = object.present("from")?.choice(TapSource.self) ?? context.source
    context.choice = object.present("choice")?.choice(TapChoice.self)
    context.traits.language =
      text("language", "a language tag such as ja", VisitorTraits.language) ?? ""
    context.traits.country =
      text("country", "a code of two letters such as JP", VisitorTraits.country) ?? ""
    return ExplanationQuestion(subject, context: context)
  }

  private func subject() -> ExplanationQuestion.Subject {
    let (only, rows) = (object.present("only"), object.present("rows"))
    if object.present("all")?.bool() == true {
      for name in ["url", "matrix"] {
        object.present(name)?.report("'all' is given too: expected one of the two")
      }
      return .everything(
        only?.choice(ExplanationSurvey.Scope.self) ?? .everything,
        rows: rows?.choice(ExplanationSurvey.Rows.self) ?? .none)
    }
    rows?.report("'all' is not given: expected it to be true as well")
    only?.report("'all' is not given: expected it to be true as well")
    // An invalid URL is reported, and the question is dropped.
    let url = object.required("url")?.explainedURL() ?? ""
    return isMatrix() ? .matrix(url) : .url(url)
  }

  private func text(
    _ name: String, _ expectation: String, _ parse: (String) -> String?
  ) -> String? {
    guard let field = object.present(name), let text = field.string() else { return nil }
    if let value = parse(text) { return value }
    field.report("'\(text.prefix(100))': expected \(expectation)")
    return nil
  }

  private func installed() -> InstalledApps? {
    guard let field = object.present("installed") else { return nil }
    if object.present("app") != nil {
      field.report("'app' is given too: expected one of the two")
      return nil
    }
    return field.choice(InstalledApps.self)
  }

  private func isInstalled() -> Bool? {
    object.present("app")?.choice(InstallationWord.self).map { $0 == .installed }
  }

  private func system() -> TapSystem? {
    let named: [(name: String, field: JSONField, make: (SystemVersion) -> TapSystem)] = [
      ("ios", TapSystem.iOS), ("android", TapSystem.android), ("harmony", TapSystem.harmony),
    ].compactMap { name, make in object.present(name).map { (name, $0, make) } }
    guard let first = named.first else { return nil }
    if named.count > 1 {
      named[1].field.report("'\(first.name)' is given too: expected one of the two")
      return nil
    }
    return first.field.systemVersion().map(first.make)
  }

  private func sdk() -> SystemVersion? {
    guard let field = object.present("sdk") else { return nil }
    if object.present("android") != nil {
      field.report("'android' is given too: the SDK matters only for iOS apps")
      return nil
    }
    return field.systemVersion()
  }

  /// Reports the members that a matrix varies itself.
  private func isMatrix() -> Bool {
    guard object.present("matrix")?.bool() == true else { return false }
    for name in ["ios", "android", "harmony", "app", "installed", "from"] {
      object.present(name)?.report("'matrix' is given too: expected one of the two")
    }
    return true
  }
}

extension APIRequest {
  /// The request that asks the question.
  package init(_ question: ExplanationQuestion) {
    let context = question.context
    var members: [JSONOutput.Member] = [
      .init("appVersion", .optional(context.appVersion?.description)),
      .init("state", .string(context.state.rawValue)),
      .init("lifecycle", .optional(context.lifecycle?.rawValue)),
      .init("sdk", .optional(context.sdk?.description)),
      .init("choice", .optional(context.choice?.rawValue)),
    ]
    let traits = [("language", context.traits.language), ("country", context.traits.country)]
    for (name, text) in traits where !text.isEmpty { members.append(.init(name, .string(text))) }
    switch question.subject {
    case .matrix(let url, _):
      self.init(
        .explain,
        body: .object([.init("url", .string(url)), .init("matrix", .bool(true))] + members))
      return
    case .url(let url): members.append(.init("url", .string(url)))
    case .everything(let scope, let rows):
      members += [
        .init("all", .bool(true)), .init("only", .string(scope.rawValue)),
        .init("rows", .string(rows.rawValue)),
      ]
    }
    self.init(
      .explain,
      body: .object(
        members + [
          .init(context.system.word, .string("\(context.system.version)")),
          .init("installed", .string(context.installed.rawValue)),
          .init("from", .string(context.source.rawValue)),
        ]))
  }
}
