import Explaining
import JSONSyntax
import KeiroConfiguration
import LaunchRouting
import LinkStorage
import Management
import Links
import Platforms
import Questions
import SiteModel

extension CommandTable {
  static let explain = CommandSpecification.onKeiro(
    "explain", "explain what happens to a tap on a URL, step by step",
    details: [
      "--from says where the tap is: messages, mail, notes, other-app, safari,",
      "search-result, same-site, typed, qr, in-app-browser, chrome, own-app, redirect,",
      "banner, wallet, app-clip, nfc, spotlight, widget or handoff. --choice says what was",
      "chosen before for the host: the browser (\"Open in Safari\") or the app again. The",
      "system is the newest iOS unless --ios, --android or --harmony names another.",
      "--matrix shows one URL for every source of a tap on ten systems; --all checks every",
      "short link and a sample of every route. Exits with 0 if the app opens (--matrix: from",
      "Messages on the newest iOS; --all: if every link does what it should), else with 1.",
    ],
    options: OptionSpecification.ofTap,
    operands: OperandSpecification(.text("URL"), count: 0...1),
    examples: [
      "explain https://www.example.com/product/7",
      "explain --ios 17 --from mail https://www.example.com/s/spring",
      "explain --all --only fault  # every link that does not do what it should",
    ]
  ) { arguments throws(UsageError) in
    let (location, question) = (try arguments.location(), try arguments.question())
    return { console throws(CommandFailure) in
      let document =
        switch location {
        case .configuration(let file): try explain(question, in: file, at: arguments.now, console)
        case .server(let address): try RemoteKeiro(address).document(APIRequest(question))
        }
      return show(document, of: question.subject, console)
    }
  }

  private static func explain(
    _ question: ExplanationQuestion, in file: String, at now: Timestamp, _ console: Console
  ) throws(CommandFailure) -> JSONNode {
    let configuration = try CompiledConfiguration.used(file)
    // What a server has read.
    let snapshot = WellKnownWatch(folders: configuration.snapshot.wellKnownFolders)
      .apply(to: configuration.snapshot)
    let progress = ProgressBar(total: nil, noun: "links", console)
    defer { progress.clear() }
    let (answer, gap) = try configuration.store.asking { links throws(LinkStoreError) in
      try question.answer(snapshot, links: links, now: now) { count in
        progress.show(count, rows: count)
      }
    }
    progress.clear()
    if let gap { console.remark("note: \(gap)") }
    return JSONNode(answer.document)
  }

  private static func show(
    _ document: JSONNode, of subject: ExplanationQuestion.Subject, _ console: Console
  ) -> ExitCode {
    let (isPositive, report): (Bool, (JSONNode) -> Void) =
      switch subject {
      case .url:
        (document.member("opens")?.bool == true, ExplanationReport(console: console).print)
      case .matrix: (document.opensFromMessages, MatrixReport(console: console).print)
      case .everything: (document.number("atFault") == 0, SurveyReport(console: console).print)
      }
    if console.givesDocuments { console.print(JSONOutput(document)) } else { report(document) }
    return isPositive ? .done : .negative
  }
}

extension JSONNode {
  /// Whether the app opens for a tap in Messages on the newest iOS, which is the last one in the
  /// matrix.
  fileprivate var opensFromMessages: Bool {
    let row = member("rows")?.array?.last {
      $0.text("system") == "ios" && $0.text("from") == TapSource.messages.rawValue
        && $0.text("app") == InstallationWord.installed.rawValue
    }
    return row?.member("opens")?.bool == true
  }
}

extension OptionSpecification {
  static let ofTap: [OptionSpecification] = [
    .ios, .android, .harmony, .installation, .installedApps, .appVersion, .state, .lifecycle, .sdk,
    .from, .choice, .visitorLanguage, .visitorCountry, .matrix, .all, .only,
  ]

  fileprivate static let installation = Self(
    "--app", .words(InstallationWord.allCases.map(\.rawValue)),
    "whether the app is on the device; default installed")
  fileprivate static let harmony = Self(
    "--harmony", .text("VERSION"), "a version of HarmonyOS such as 5")
  fileprivate static let installedApps = Self(
    "--installed", .words(InstalledApps.allCases.map(\.rawValue)),
    "which of an app and its successor are on the device, instead of --app")
  fileprivate static let appVersion = Self(
    "--app-version", .text("VERSION"), "the version of the installed app")
  fileprivate static let state = Self(
    "--state", .words(AppState.allCases.map(\.rawValue)),
    "what the app was doing; default not-running")
  fileprivate static let lifecycle = Self(
    "--lifecycle", .words(Lifecycle.allCases.map(\.rawValue)),
    "the delegates of the app; default as configured, else scene")
  fileprivate static let from = Self(
    "--from", .words(TapSource.allCases.map(\.rawValue)), "where the tap is; default messages")
  fileprivate static let choice = Self(
    "--choice", .words(TapChoice.allCases.map(\.rawValue)),
    "what was chosen before to open links of the host with")
  fileprivate static let matrix = Self(
    "--matrix",
    "a table of every source and system instead of one tap; with --all and --json, the visitors")
  fileprivate static let only = Self(
    "--only", .words(["fault", "warning"]),
    "with --all: only faults or warnings, up to 1000 faults of each kind")
  fileprivate static let all = Self(
    "--all", "every link and a sample of every route instead of one URL")
}

extension ParsedArguments {
  func question() throws(UsageError) -> ExplanationQuestion {
    ExplanationQuestion(try explained(), context: try tapContext())
  }

  private func explained() throws(UsageError) -> ExplanationQuestion.Subject {
    if has(.all) {
      if has(.matrix), !has(.json) {
        throw error(.needs("--all --matrix", OptionSpecification.json.name))
      }
      if let url = operands.first {
        throw error(.operandBeside(url, option: OptionSpecification.all.name))
      }
      return .everything(
        word(.only) ?? .everything, rows: has(.matrix) ? .visitors : has(.json) ? .links : .none)
    }
    try demand((.all, by: .only))
    let url = try operand()
    if let expectation = ExplanationQuestion.fault(of: url) {
      throw error(.noURL(url, expectation: expectation))
    }
    try refuse(
      (.matrix, .ios), (.matrix, .android), (.matrix, .harmony), (.matrix, .installation),
      (.matrix, .installedApps), (.matrix, .from))
    return has(.matrix) ? .matrix(url) : .url(url)
  }

  private func tapContext() throws(UsageError) -> TapContext {
    try refuse(
      (.ios, .android), (.ios, .harmony), (.android, .harmony), (.installation, .installedApps),
      (.android, .sdk), (.harmony, .sdk))
    var context = TapContext()
    let systems = [
      try value(.ios) { SystemVersion($0).map(TapSystem.iOS) },
      try value(.android) { SystemVersion($0).map(TapSystem.android) },
      try value(.harmony) { SystemVersion($0).map(TapSystem.harmony) },
    ]
    context.system = systems.compactMap(\.self).first ?? context.system
    context.isInstalled = word(.installation) != InstallationWord.absent
    context.installed = word(.installedApps) ?? context.installed
    context.appVersion = try value(.appVersion) { AppVersion($0) }
    context.state = word(.state) ?? context.state
    context.lifecycle = word(.lifecycle) ?? context.lifecycle
    context.sdk = try value(.sdk) { SystemVersion($0) }
    context.source = word(.from) ?? context.source
    context.choice = word(.choice)
    context.traits.language =
      try value(.visitorLanguage) { VisitorTraits.language($0) } ?? context.traits.language
    context.traits.country =
      try value(.visitorCountry) { VisitorTraits.country($0) } ?? context.traits.country
    return context
  }
}
