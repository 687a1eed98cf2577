import AppAssociation
import Explaining
import LaunchRouting
import Links
import Platforms
import Questions

extension OptionSpecification {
  static let installation = OptionSpecification(
    name: "--app", value: .words(InstallationWord.allCases.map(\.rawValue)),
    summary: "whether the app is on the device; default installed")
  static let harmony = OptionSpecification(
    name: "--harmony", value: .text("VERSION"), summary: "a version of HarmonyOS such as 5")
  static let installedApps = OptionSpecification(
    name: "--installed", value: .words(InstalledApps.allCases.map(\.rawValue)),
    summary: "which of an app and its successor are on the device, instead of --app")
  static let appVersion = OptionSpecification(
    name: "--app-version", value: .text("VERSION"), summary: "the version of the installed app")
  static let state = OptionSpecification(
    name: "--state", value: .words(AppState.allCases.map(\.rawValue)),
    summary: "what the app was doing; default not-running")
  static let lifecycle = OptionSpecification(
    name: "--lifecycle", value: .words(Lifecycle.allCases.map(\.rawValue)),
    summary: "the delegates of the app; default as configured, else scene")
  static let sdk = OptionSpecification(
    name: "--sdk", value: .text("VERSION"),
    summary: "the iOS whose SDK the app is built with; default as configured, else its own")
  static let from = OptionSpecification(
    name: "--from", value: .words(TapSource.allCases.map(\.rawValue)),
    summary: "where the tap is; default messages")
  static let visitorLanguage = OptionSpecification(
    name: "--language", value: .text("TAG", form: "a language such as ja"),
    summary: "the visitor's language, such as ja, for links with rules")
  static let visitorCountry = OptionSpecification(
    name: "--country", value: .text("CODE"),
    summary: "the visitor's country, such as JP, for links with rules")
  static let matrix = OptionSpecification(
    name: "--matrix",
    summary:
      "a table of every source and system instead of one tap; with --all and --json, the visitors")
  static let only = OptionSpecification(
    name: "--only", value: .words(["fault", "warning"]),
    summary: "with --all: only faults or warnings, up to 1000 faults of each kind")
  static let all = OptionSpecification(
    name: "--all", summary: "every link and a sample of every route instead of one URL")
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
