import AppAssociation
import Platforms
import Questions
import WebSyntax

/// All commands, in the order of the help.
enum CommandTable {
  static let commands: [CommandSpecification] =
    [
      initialize, serve, check, health, association, validate, match, diff, explain, doctor, launch,
      platforms,
      notification,
      sendNotification,
    ]
    + generate + [apply] + links + tokens + people + webhooks + store + [
      audit, undo, stats, assist, completions, help, version,
    ]

  static let groups = [
    CommandGroup(name: "generate", summary: "make what goes into an app from its routes"),
    CommandGroup(name: "links", summary: "list, add, change, import and export short links"),
    CommandGroup(name: "tokens", summary: "list, create and revoke tokens of the management API"),
    CommandGroup(name: "people", summary: "manage who may sign in to the dashboard"),
    CommandGroup(
      name: "webhooks", summary: "notify other programs of events, and see what was sent"),
    CommandGroup(name: "store", summary: "check, migrate and copy the store"),
  ]

  static func command(_ name: String) -> CommandSpecification? {
    commands.first { $0.name == name }
  }

  /// The command that arguments begin with, which may be a subcommand of another command, such as
  /// 'notification send' under 'notification'.
  static func command(of arguments: some Sequence<String>) -> CommandSpecification? {
    let words = Array(arguments.prefix(2))
    return (words.count < 2 ? nil : command(words.joined(separator: " ")))
      ?? words.first.flatMap(command)
  }

  static func group(_ name: String) -> CommandGroup? {
    groups.first { $0.name == name }
  }

  static func commands(of group: String) -> [CommandSpecification] {
    commands.filter { $0.group == group }
  }

  /// The words that may follow `keiro`: commands outside groups, and each group once.
  static let entries: [(name: String, summary: String)] = {
    var entries: [(name: String, summary: String)] = []
    for command in commands {
      guard let name = command.group else {
        entries.append((command.name, command.summary))
        continue
      }
      guard let group = group(name), entries.last?.name != name else { continue }
      entries.append((name, group.summary))
    }
    return entries
  }()

  private static let initialize = CommandSpecification(
    name: "init", summary: "write a first configuration and print the next steps",
    details: [
      "Writes keiro.json, keiro.schema.json and README.md into FOLDER (default: this",
      "folder), or nothing if one of them exists. Without --host the configuration is a",
      "sample that works at once at http://localhost:8080/. A sample that nobody has changed,",
      "such as that of a package, gives way to a configuration with hosts.",
    ],
    options: [
      .initHost, .openHost, .initApp, .appID, .appStoreID, .initPackage, .initFingerprint, .json,
    ],
    operands: OperandSpecification(value: .file("FOLDER"), label: "[FOLDER]", count: 0...1)
  ) { arguments throws(UsageError) in
    .initialize(try arguments.firstConfiguration())
  }

  private static let serve = CommandSpecification(
    name: "serve", summary: "serve until SIGTERM; SIGHUP reloads the configuration",
    details: [
      "On SIGTERM, open requests are answered and counts are written before the process",
      "ends. A configuration that is invalid at SIGHUP is refused, and the old one stays in",
      "force.",
    ],
    options: [.config]
  ) { arguments in
    .serve(configuration: arguments.configuration)
  }

  private static let check = CommandSpecification(
    name: "check", summary: "check the configuration and what it would serve",
    details: [
      "An error is what would keep 'serve' from starting, too, such as a store that this user",
      "may not write or a port that this user may not open; a port in use is none. Nothing is",
      "made or changed. The sites' association files are checked as 'validate' does. Exits with",
      "0 if nothing is worse than a warning, else with 1.",
    ],
    options: [.config, .reportFormat, .json]
  ) { arguments throws(UsageError) in
    .check(configuration: arguments.configuration, format: try arguments.reportFormat())
  }

  private static let association = CommandSpecification(
    name: "association", summary: "print the association file that a host serves",
    options: [.config, .host.required, .kind, .json]
  ) { arguments throws(UsageError) in
    .association(
      configuration: arguments.configuration,
      host: try arguments.required(.host, hostName),
      kind: arguments.word(.kind) ?? .apple, json: arguments.has(.json))
  }

  private static let validate = CommandSpecification(
    name: "validate", summary: "check any site's association files",
    details: [
      "Without --kind, the name of the file decides; failing that, an array is taken for",
      "assetlinks.json and an object for an apple-app-site-association. --environment",
      "reports apps of other environments of the configuration. Exits with 1 if any finding",
      "is an error.",
    ],
    options: [.validatedKind, .deploymentEnvironment, .config, .reportFormat, .json],
    operands: OperandSpecification(
      value: .file("FILE|-", form: "a file such as assetlinks.json, or - for standard input"),
      label: "FILE|- ...", count: 1...Int.max)
  ) { arguments throws(UsageError) in
    let files = arguments.operands
    if files.count(where: { $0 == "-" }) > 1 { throw arguments.error(.standardInputTwice) }
    return .validate(
      .init(
        kind: arguments.value(.validatedKind).flatMap { ValidatedKind(rawValue: $0) },
        format: try arguments.reportFormat(), files: files, home: try arguments.home()))
  }

  private static let diff = CommandSpecification(
    name: "diff", summary: "compare the behaviour of two association files or configurations",
    details: [
      "Every URL shown was evaluated against both files. With --config OLD --config NEW,",
      "shows for each host which URLs start or stop opening apps. Exits with 0 if both",
      "behave the same, else with 1.",
    ],
    options: [.configurations, .reportFormat, .json],
    operands: OperandSpecification(
      value: .file("FILE", form: "files such as old.json and new.json"), label: "OLD NEW",
      count: 0...2)
  ) { arguments throws(UsageError) in
    try arguments.difference()
  }

  private static let match = CommandSpecification(
    name: "match", summary: "test URLs against an association file and say why",
    details: [
      "FILE may be an apple-app-site-association, signed or unsigned, or an",
      "assetlinks.json, whose apps are packages. A URL may be a bare path, which is taken",
      "on --host or else on www.example.com. Exits with 0 if any app opens any of the URLs,",
      "else with 1.",
    ],
    options: [.aasa.required, .kind, .host, .app, .ios, .android, .json],
    operands: OperandSpecification(value: .text("URL"), label: "URL ...", count: 1...Int.max)
  ) { arguments throws(UsageError) in
    .match(
      .init(
        file: try arguments.required(.aasa) { $0 }, terms: try arguments.matchTerms(),
        json: arguments.has(.json), urls: arguments.operands))
  }

  private static let explain = CommandSpecification(
    name: "explain", summary: "explain what happens to a tap on a URL, step by step",
    details: [
      "--from says where the tap is: messages, mail, notes, other-app, safari,",
      "search-result, same-site, typed, qr, in-app-browser, chrome, own-app, redirect or",
      "banner. The system is the newest iOS unless --ios, --android or --harmony names",
      "another. --matrix shows one URL for every source of a tap on ten systems; --all",
      "checks every short link and a sample of every route. Exits with 0 if the app opens",
      "(--matrix: from Messages on the newest iOS; --all: if every link does what it",
      "should), else with 1.",
    ],
    options: OptionSpecification.locations + [
      .ios, .android, .harmony, .installation, .installedApps, .appVersion, .state, .lifecycle,
      .sdk, .from,
      .visitorLanguage, .visitorCountry, .matrix, .all, .only, .json,
    ],
    operands: OperandSpecification(value: .text("URL"), label: "URL", count: 0...1)
  ) { arguments throws(UsageError) in
    .explain(
      .init(
        location: try arguments.location(), question: try arguments.question(),
        json: arguments.has(.json)))
  }

  private static let launch = CommandSpecification(
    name: "launch", summary: "evaluate a launch of an app: event, destination, receiver",
    details: [
      "FILE holds the launch as JSON, such as {\"kind\": \"openURL\", \"url\":",
      "\"asajikan://article/42\"}; '-' reads standard input. Deep links are resolved with the",
      "routes and short links of the configuration. --sdk applies if the launch names no",
      "SDK. Exits with 1 if the answer names problems.",
    ],
    options: [.config, .appName.required, .sdk, .json],
    operands: OperandSpecification(
      value: .file("FILE", form: "a file such as launch.json, or - for standard input"),
      label: "FILE|-", count: 1...1)
  ) { arguments throws(UsageError) in
    .launch(
      configuration: arguments.configuration, app: try arguments.required(.appName) { $0 },
      sdk: try arguments.value(.sdk) { SystemVersion($0) }, file: try arguments.operand(),
      json: arguments.has(.json))
  }

  private static let notification = CommandSpecification(
    name: "notification",
    summary: "build a communication notification; 'notification send' sends it",
    details: [
      "FILE holds the notification as JSON, with sender, content and",
      "conversationIdentifier; '-' reads standard input. Exits with 1 if a rule is broken",
      "and no payload can be built. 'keiro notification send' sends one to devices.",
    ],
    options: [.json],
    operands: OperandSpecification(
      value: .file("FILE", form: "a file such as message.json, or - for standard input"),
      label: "FILE|-", count: 1...1)
  ) { arguments throws(UsageError) in
    .notification(file: try arguments.operand(), json: arguments.has(.json))
  }

  private static let assist = CommandSpecification(
    name: "mcp", summary: "serve the Model Context Protocol on standard input and output",
    details: [
      "Lets AI assistants use Keiro's tools: explain, match, validate, diff, doctor, links",
      "and stats. Their arguments are the options of these commands, their answers the",
      "commands' JSON; --write adds link_add and link_edit. Files are passed as text: none",
      "is read here. Ends at the end of the input.",
    ],
    options: OptionSpecification.locations + [.assistantWrites]
  ) { arguments throws(UsageError) in
    .assist(try arguments.assistant())
  }

  private static let completions = CommandSpecification(
    name: "completions", summary: "print the completions for a shell",
    details: [
      "  bash: keiro completions bash > /etc/bash_completion.d/keiro",
      "  zsh:  keiro completions zsh > \"${fpath[1]}/_keiro\"",
      "  fish: keiro completions fish > ~/.config/fish/completions/keiro.fish",
    ],
    operands: OperandSpecification(
      value: .words(Shell.allCases.map(\.rawValue)), label: "bash|zsh|fish", count: 1...1)
  ) { arguments throws(UsageError) in
    guard let shell = arguments.operands.first.flatMap(Shell.init) else {
      throw arguments.error(.missingOperand)
    }
    return .completions(shell)
  }

  private static let help = CommandSpecification(
    name: "help", summary: "show the help of a command, or list the commands",
    options: [.manual],
    operands: OperandSpecification(
      value: .command, label: "[COMMAND ...]", count: 0...Int.max)
  ) { arguments throws(UsageError) in
    let words = arguments.operands
    let isManual = arguments.has(.manual)
    guard let first = words.first else {
      return isManual ? .manual(command: nil) : .help(command: nil)
    }
    let name = words.joined(separator: " ")
    if command(name) != nil || group(name) != nil {
      return isManual ? .manual(command: name) : .help(command: name)
    }
    if group(first) != nil {
      throw UsageError(
        command: first, fault: .unknownCommand(words.dropFirst().joined(separator: " ")))
    }
    throw UsageError(command: nil, fault: .unknownCommand(name))
  }

  private static let version = CommandSpecification(
    name: "version", summary: "show the version",
    options: [.verbose]
  ) { arguments in
    .version(isVerbose: arguments.has(.verbose))
  }

  /// A host name in lower case; nil for a wildcard or anything that is no host.
  static func hostName(_ text: String) -> String? {
    guard let host = HostPattern(text), !host.isWildcard else { return nil }
    return host.name
  }
}

extension ParsedArguments {
  fileprivate func firstConfiguration() throws(UsageError) -> InitCommand.Request {
    let details: [OptionSpecification] = [.appID, .appStoreID, .initPackage, .initFingerprint]
    let name = value(.initApp)
    if name == nil, let lonely = details.first(where: { value($0) != nil }) {
      throw error(.needs(lonely.name, OptionSpecification.initApp.name))
    }
    if value(.openHost) != nil, list(.initHost).isEmpty {
      throw error(.needs(OptionSpecification.openHost.name, OptionSpecification.initHost.name))
    }
    return InitCommand.Request(
      folder: operands.first ?? "", hosts: list(.initHost),
      app: name.map { name in
        FirstApp(
          name: name, appID: value(.appID), appStoreID: value(.appStoreID),
          package: value(.initPackage), fingerprint: value(.initFingerprint))
      },
      openHost: value(.openHost), json: has(.json))
  }

  fileprivate func matchTerms() throws(UsageError) -> MatchQuestion.Terms {
    let kind: AssociationKind? = word(.kind)
    return MatchQuestion.Terms(
      kind: kind?.fileKind, host: try value(.host, HostPattern.international), app: value(.app),
      ios: try value(.ios) { SystemVersion($0) },
      android: try value(.android) { SystemVersion($0) })
  }
}

extension OptionSpecification {
  static let help = OptionSpecification(name: "--help", summary: "show this help")
  static let manual = OptionSpecification(
    name: "--man", summary: "print a manual page, for man")
  static let verbose = OptionSpecification(
    name: "--verbose", summary: "also show the versions of the libraries")
  static let version = OptionSpecification(name: "--version", summary: "show the version")
  static let config = OptionSpecification(
    name: "--config", value: .file("FILE"),
    summary: "the configuration; default as keiro --help says")
  static let initHost = OptionSpecification(
    name: "--host", value: .text("HOST"), isRepeatable: true,
    summary: "a host of the site, such as www.example.com")
  static let openHost = OptionSpecification(
    name: "--open-host", value: .text("HOST"),
    summary: "another host that the app claims: Open buttons on pages lead there")
  static let initApp = OptionSpecification(
    name: "--app", value: .text("NAME", form: "a name such as Shop"),
    summary: "the name of the app, such as \"Example Shop\"")
  static let appID = OptionSpecification(
    name: "--app-id",
    value: .text("TEAM.BUNDLE", form: "an identifier such as A1B2C3D4E5.com.example.shop"),
    summary: "Apple's identifier of the app, such as A1B2C3D4E5.com.example.shop")
  static let appStoreID = OptionSpecification(
    name: "--app-store-id", value: .text("N", form: "a number such as 1234567890"),
    summary: "the app's number in the App Store")
  static let initPackage = OptionSpecification(
    name: "--package", value: .text("P", form: "a package such as com.example.shop"),
    summary: "Android's package, such as com.example.shop")
  static let initFingerprint = OptionSpecification(
    name: "--fingerprint", value: .text("F", form: "32 hexadecimal bytes such as 14:6D:E9:…"),
    summary: "the SHA-256 of Android's signing certificate, as keytool prints it")
  static let json = OptionSpecification(
    name: "--json", summary: "print one JSON document instead of text")
  static let host = OptionSpecification(
    name: "--host", value: .text("HOST"), summary: "a host such as www.example.com")
  static let appName = OptionSpecification(
    name: "--app", value: .text("NAME"), summary: "an app as the configuration names it")
  static let kind = OptionSpecification(
    name: "--kind", value: .words(AssociationKind.allCases.map(\.rawValue)),
    summary: "whose association file")
  static let validatedKind = OptionSpecification(
    name: "--kind", value: .words(ValidatedKind.names, label: "KIND"),
    summary: ValidatedKind.names.joined(separator: ", "))
  static let aasa = OptionSpecification(
    name: "--aasa", value: .file("FILE", form: "a file such as apple-app-site-association, or -"),
    summary: "the association file; '-' is standard input")
  static let app = OptionSpecification(
    name: "--app", value: .text("APPID"),
    summary: "only this application identifier or package; default all in the file")
  static let ios = OptionSpecification(
    name: "--ios", value: .text("VERSION"),
    summary: "a version of iOS such as 17.0; default the newest known")
  static let android = OptionSpecification(
    name: "--android", value: .text("VERSION"),
    summary: "a version of Android such as 15; default the newest known")
}
