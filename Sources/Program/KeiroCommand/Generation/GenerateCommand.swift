import AppAssociation
import JSONSyntax
import KeiroConfiguration
import Questions
import SiteModel

extension CommandTable {
  static let generate = CommandGroup(
    name: "generate", summary: "make what goes into an app from its routes",
    examples: ["generate swift --app shop", "generate entitlements --app shop"],
    commands: RouterLanguage.allCases.map(generateRouter) + [
      generateManifest, generateEntitlements,
    ])

  private static func generateRouter(_ language: RouterLanguage) -> CommandSpecification {
    let command = "generate \(language.rawValue) --app shop"
    let (title, file) =
      switch language {
      case .swift: ("Swift", "Route.swift")
      case .kotlin: ("Kotlin", "Route.kt")
      case .typescript: ("TypeScript", "Route.ts")
      }
    return CommandSpecification(
      "generate \(language.rawValue)",
      "print the router of an app in \(title), made from its routes",
      details: [
        "A type with a case for each screen, one for short URLs and one for URLs without a screen, which",
        "is read from a URL as /_keiro/resolve reads it, and makes URLs. With --check a file of the app",
        "is compared instead: exits with 1 when it differs.",
      ],
      options: [.config, .appName, .typeName, .output, .checkedCode, .json],
      examples: [
        .init(stringLiteral: "\(command) --output \(file)"),
        .init(stringLiteral: "\(command) --check \(file)  # for the app's CI"),
      ]
    ) { arguments throws(UsageError) in
      let type = try arguments.value(.typeName) { RouterLanguage.isTypeName($0) ? $0 : nil }
      return try arguments.generating(.checkedCode) { snapshot, number throws(CommandFailure) in
        let plan = try rethrown(RouterPlan(snapshot, app: number)) { (error: RouterFault) in
          CommandFailure.refusal("no-router", error.message)
        }
        return RouterFile(
          plan: plan, language: language, type: type ?? RouterLanguage.usualType)
      }
    }
  }

  private static let generateManifest = CommandSpecification(
    "generate android-manifest",
    "print the intent filters of an Android app, made from its routes",
    details: [
      "All hosts of the app's sites, with paths as narrow as attributes of API level N can say; a",
      "comment says where they take more than the routes. With --check the manifest of the app is",
      "compared instead: exits with 1 when it lacks something, or has something else.",
    ],
    options: [.config, .appName, .minSDK, .output, .checkedManifest, .json],
    examples: [
      "generate android-manifest --app shop",
      "generate android-manifest --app shop --check AndroidManifest.xml  # for the app's CI",
    ]
  ) { arguments throws(UsageError) in
    let minSDK = try arguments.number(.minSDK, in: 1...999) ?? IntentFilters.usualSDK
    return try arguments.generating(.checkedManifest) { snapshot, number throws(CommandFailure) in
      let app = snapshot.apps[number]
      let filters = snapshot.intentFilters(ofApp: number, minSDK: minSDK)
      try arguments.require(
        "android", of: app.key, app.android != nil, isOpened: !filters.filters.isEmpty)
      return AndroidManifestFile(app: app.key, minSDK: minSDK, filters: filters)
    }
  }

  private static let generateEntitlements = CommandSpecification(
    "generate entitlements", "print the associated domains of an app on Apple's platforms",
    details: [
      "Of all sites that name the app: applinks, webcredentials, appclips and activitycontinuation.",
      "With --check the entitlements of the app are compared instead, a property list in XML or",
      "binary: exits with 1 when they lack a domain, or have another one.",
    ],
    options: [.config, .appName, .output, .checkedEntitlements, .json],
    examples: [
      "generate entitlements --app shop",
      "generate entitlements --app shop --check App/App.entitlements",
    ]
  ) { arguments throws(UsageError) in
    try arguments.generating(.checkedEntitlements) { snapshot, number throws(CommandFailure) in
      let app = snapshot.apps[number]
      let domains = snapshot.associatedDomains(ofApp: number)
      try arguments.require(
        "apple", of: app.key, app.apple != nil, isOpened: !domains.domains.isEmpty)
      return EntitlementsFile(app: app.key, domains: domains)
    }
  }
}

extension ParsedArguments {
  /// A command that prints a file for an app, writes it, or compares it with the app's own.
  ///
  /// - Parameter make: makes the file for an app, which is named by its position.
  fileprivate func generating(
    _ checked: OptionSpecification,
    _ make: @escaping (ServiceSnapshot, Int) throws(CommandFailure) -> any GeneratedAppFile
  ) throws(UsageError) -> Command {
    try refuse((checked, .output))
    return { console throws(CommandFailure) in
      let snapshot = try CompiledConfiguration.used(configuration).snapshot
      let generated = try make(snapshot, try snapshot.app(option: value(.appName)))
      guard let path = value(checked) else { return try deliver(generated, console) }
      return try compare(generated, CommandInput(path: path), console)
    }
  }

  fileprivate func require(
    _ platform: String, of app: String, _ isThere: Bool, isOpened: Bool
  ) throws(CommandFailure) {
    guard isThere else {
      throw .refusal(
        "no-such-platform",
        "the app '\(app)' has no '\(platform)' in '\(configuration)': expected apps.\(app).\(platform)"
      )
    }
    guard isOpened else {
      throw .refusal(
        "nothing-to-generate",
        "no site of '\(configuration)' opens the app '\(app)': expected a route or a service that "
          + "names it")
    }
  }

  private func deliver(
    _ generated: any GeneratedAppFile, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    let text = generated.text
    let output = value(.output).flatMap { $0 == "-" ? nil : $0 }
    if let output { try CommandFailure.writing(output, Array(text.utf8)) }
    if console.givesDocuments {
      console.print(
        ["app": .string(generated.app)] + generated.output
          + ["file": .optional(output), "text": .string(text)])
    } else if let output {
      console.print("wrote \(output)")
    } else {
      console.write(verbatim: text, to: .output)
    }
    return .done
  }

  private func compare(
    _ generated: any GeneratedAppFile, _ input: CommandInput, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    let bytes = try input.read(console)
    let difference = try rethrown(generated.difference(from: bytes, of: input.name)) {
      (error: XMLReader.Failure) in
      CommandFailure.refusal(
        "invalid-file", "'\(input.name)' cannot be compared: \(error.sentence)")
    }
    let document: JSONOutput = [
      "app": .string(generated.app), "file": .string(input.name),
      "isSame": .bool(difference.isEmpty),
    ]
    return console.give(
      CommandAnswer(
        document: JSONNode(document + difference.output), lines: difference.sentences,
        isPositive: difference.isEmpty))
  }
}

extension OptionSpecification {
  fileprivate static let typeName = Self(
    "--name", .text("TYPE", form: "a type such as Route, which is not one of the language"),
    "the name of the type; default \(RouterLanguage.usualType)")
  fileprivate static let minSDK = Self(
    "--min-sdk", .text("N", form: "an API level such as 24"),
    "the lowest API level of the app; default \(IntentFilters.usualSDK)")
  fileprivate static let output = Self(
    "--output", .file("FILE"), "write to a file instead of standard output")
  fileprivate static let checkedCode = Self(
    "--check", .file("FILE"), "the app's own file, made by this command")
  fileprivate static let checkedManifest = Self(
    "--check", .file("FILE"), "the app's own AndroidManifest.xml")
  fileprivate static let checkedEntitlements = Self(
    "--check", .file("FILE"), "the app's own .entitlements")
}
