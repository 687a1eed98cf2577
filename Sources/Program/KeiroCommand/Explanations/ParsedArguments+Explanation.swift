import AppAssociation
import Explaining
import LaunchRouting
import Links
import Platforms
import Questions

extension OptionSpecification {
  /// The options of `keiro explain`.
  static let ofTap: [OptionSpecification] = [
    .ios, .android, .harmony, .installation, .installedApps, .appVersion, .state, .lifecycle, .sdk,
    .from, .visitorLanguage, .visitorCountry, .matrix, .all, .only,
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
  /// The URL, or the links, that `explain` is asked about.
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
    if value(.only) != nil { throw error(.needs(OptionSpecification.only.name, "--all")) }
    let url = try operand()
    if let expectation = ExplanationQuestion.fault(of: url) {
      throw error(.noURL(url, expectation: expectation))
    }
    guard has(.matrix) else { return .url(url) }
    for option in [
      OptionSpecification.ios, .android, .harmony, .installation, .installedApps, .from,
    ]
    where value(option) != nil {
      throw conflict(.matrix, option)
    }
    return .matrix(url)
  }

  /// The tap that the options describe.
  private func tapContext() throws(UsageError) -> TapContext {
    var context = TapContext()
    let ios = try value(.ios) { SystemVersion($0) }
    let android = try value(.android) { SystemVersion($0) }
    if ios != nil, android != nil { throw conflict(.ios, .android) }
    let harmony = try value(.harmony) { SystemVersion($0) }
    if harmony != nil, ios != nil { throw conflict(.ios, .harmony) }
    if harmony != nil, android != nil { throw conflict(.android, .harmony) }
    context.system =
      ios.map(TapSystem.iOS) ?? android.map(TapSystem.android) ?? harmony.map(TapSystem.harmony)
      ?? context.system
    context.isInstalled = word(.installation) != InstallationWord.absent
    if let installed: InstalledApps = word(.installedApps) {
      if value(.installation) != nil { throw conflict(.installation, .installedApps) }
      context.installed = installed
    }
    context.appVersion = try value(.appVersion) { AppVersion($0) }
    context.state = word(.state) ?? context.state
    context.lifecycle = word(.lifecycle) ?? context.lifecycle
    context.sdk = try value(.sdk) { SystemVersion($0) }
    if context.sdk != nil, android != nil { throw conflict(.android, .sdk) }
    if context.sdk != nil, harmony != nil { throw conflict(.harmony, .sdk) }
    context.source = word(.from) ?? context.source
    context.traits.language =
      try value(.visitorLanguage) { VisitorTraits.language($0) } ?? context.traits.language
    context.traits.country =
      try value(.visitorCountry) { VisitorTraits.country($0) } ?? context.traits.country
    return context
  }

  private func conflict(_ one: OptionSpecification, _ other: OptionSpecification) -> UsageError {
    error(.contradiction(one.name, other.name))
  }
}
