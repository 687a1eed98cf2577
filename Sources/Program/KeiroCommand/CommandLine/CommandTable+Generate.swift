import AppAssociation

extension CommandTable {
  static let generate = [generateManifest, generateEntitlements]

  private static let generateManifest = CommandSpecification(
    name: "generate android-manifest",
    summary: "print the intent filters of an Android app, made from its routes",
    details: [
      "All hosts of the app's sites, with paths as narrow as attributes of API level N can say; a",
      "comment says where they take more than the routes. With --check the manifest of the app is",
      "compared instead: exits with 1 when it lacks something, or has something else.",
    ],
    options: [.config, .appName, .minSDK, .output, .checkedManifest, .json]
  ) { arguments throws(UsageError) in
    let minSDK = try arguments.value(.minSDK) { text in
      Int(text).flatMap { (1...999).contains($0) ? $0 : nil }
    }
    return try arguments.generate(
      .androidManifest(minSDK: minSDK ?? IntentFilters.usualSDK), .checkedManifest)
  }

  private static let generateEntitlements = CommandSpecification(
    name: "generate entitlements",
    summary: "print the associated domains of an app on Apple's platforms",
    details: [
      "Of all sites that name the app: applinks, webcredentials, appclips and activitycontinuation.",
      "With --check the entitlements of the app are compared instead, a property list in XML or",
      "binary: exits with 1 when they lack a domain, or have another one.",
    ],
    options: [.config, .appName, .output, .checkedEntitlements, .json]
  ) { arguments throws(UsageError) in
    try arguments.generate(.entitlements, .checkedEntitlements)
  }
}

extension ParsedArguments {
  fileprivate func generate(
    _ kind: GenerateCommand.Kind, _ checked: OptionSpecification
  ) throws(UsageError) -> Command {
    if value(checked) != nil, value(.output) != nil {
      throw error(.contradiction(checked.name, OptionSpecification.output.name))
    }
    return .generate(
      .init(
        kind: kind, app: value(.appName), output: value(.output), checked: value(checked),
        json: has(.json)),
      configuration: configuration)
  }
}

extension OptionSpecification {
  fileprivate static let minSDK = OptionSpecification(
    name: "--min-sdk", value: .text("N", form: "an API level such as 24"),
    summary: "the lowest API level of the app; default \(IntentFilters.usualSDK)")
  fileprivate static let output = OptionSpecification(
    name: "--output", value: .file("FILE"), summary: "write to a file instead of standard output")
  fileprivate static let checkedManifest = OptionSpecification(
    name: "--check", value: .file("FILE"), summary: "the app's own AndroidManifest.xml")
  fileprivate static let checkedEntitlements = OptionSpecification(
    name: "--check", value: .file("FILE"), summary: "the app's own .entitlements")
}
