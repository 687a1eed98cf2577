import AppAssociation
import JSONSyntax
import KeiroConfiguration
import SiteModel
import System

extension CommandTable {
  static let generate = CommandGroup(
    name: "generate", summary: "make what goes into an app from its routes",
    examples: ["generate swift --app shop", "generate entitlements --app shop"],
    commands: generateRouters + [generateManifest, generateEntitlements])

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
    return try arguments.generate(.androidManifest(minSDK: minSDK), .checkedManifest)
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
    try arguments.generate(.entitlements, .checkedEntitlements)
  }
}

extension ParsedArguments {
  fileprivate func generate(
    _ kind: GenerateCommand.Kind, _ checked: OptionSpecification
  ) throws(UsageError) -> GenerateCommand {
    if value(checked) != nil, value(.output) != nil {
      throw error(.contradiction(checked.name, OptionSpecification.output.name))
    }
    return GenerateCommand(
      file: configuration, kind: kind, appName: value(.appName), output: value(.output),
      checked: value(checked), json: has(.json))
  }
}

extension OptionSpecification {
  fileprivate static let minSDK = Self(
    "--min-sdk", .text("N", form: "an API level such as 24"),
    "the lowest API level of the app; default \(IntentFilters.usualSDK)")
  static let output = Self(
    "--output", .file("FILE"), "write to a file instead of standard output")
  fileprivate static let checkedManifest = Self(
    "--check", .file("FILE"), "the app's own AndroidManifest.xml")
  fileprivate static let checkedEntitlements = Self(
    "--check", .file("FILE"), "the app's own .entitlements")
}

/// `keiro generate`: what goes into an app, made from the routes.
private struct GenerateCommand: Command {
  enum Kind {
    /// The intent filters for an Android manifest.
    ///
    /// - Parameter minSDK: the lowest API level that has to understand them.
    case androidManifest(minSDK: Int)
    /// The associated domains for entitlements.
    case entitlements
  }

  let file: String
  let kind: Kind
  /// The key of the app; nil for the only one.
  let appName: String?
  /// The file to write; nil for standard output.
  let output: String?
  /// The file to compare instead; nil to generate.
  let checked: String?
  let json: Bool

  func run(_ console: Console) -> ExitCode {
    CompiledConfiguration.with(path: file, console) { configuration in
      do throws(CommandFailure) {
        let snapshot = configuration.snapshot
        let generated = try generated(snapshot, app: try snapshot.app(toGenerateFor: appName))
        guard let checked else {
          return try console.deliver(generated.text, generated.members, to: output, json: json)
        }
        return try compare(generated, CommandInput(path: checked), console)
      } catch {
        return console.report(error)
      }
    }
  }

  private func generated(
    _ snapshot: ServiceSnapshot, app number: Int
  ) throws(CommandFailure) -> any GeneratedAppFile {
    let app = snapshot.apps[number]
    let generated: any GeneratedAppFile
    let key: String
    switch kind {
    case .androidManifest(let minSDK):
      key = app.android == nil ? "android" : ""
      generated = AndroidManifestFile(
        app: app.key, minSDK: minSDK,
        filters: snapshot.intentFilters(ofApp: number, minSDK: minSDK))
    case .entitlements:
      key = app.apple == nil ? "apple" : ""
      generated = EntitlementsFile(
        app: app.key, domains: snapshot.associatedDomains(ofApp: number))
    }
    guard key.isEmpty else {
      throw CommandFailure(
        code: "no-such-platform",
        detail: "the app '\(app.key)' has no '\(key)' in '\(file)': expected "
          + "apps.\(app.key).\(key)", exit: .negative)
    }
    guard !generated.elements.isEmpty else {
      throw CommandFailure(
        code: "nothing-to-generate",
        detail: "no site of '\(file)' opens the app '\(app.key)': expected a route or a service "
          + "that names it", exit: .negative)
    }
    return generated
  }

  // MARK: - Comparing

  private func compare(
    _ generated: any GeneratedAppFile, _ input: CommandInput, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    let bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try input.bytes(console)
    } catch {
      throw .environment("file-unreadable", "cannot read '\(input.name)': \(error.message)")
    }
    let difference: AppFileDifference
    do throws(AppFileFailure) {
      difference = try generated.difference(from: bytes)
    } catch {
      throw CommandFailure(
        code: "invalid-file", detail: "'\(input.name)' cannot be compared: \(error.message)",
        exit: .negative)
    }
    if json {
      console.print(
        .object([
          .init("app", .string(generated.app)), .init("file", .string(input.name)),
          .init("isSame", .bool(difference.isEmpty)),
          .init("missing", .strings(difference.missing)),
          .init("extra", .strings(difference.extra)), .init("faults", .strings(difference.faults)),
        ]))
    } else {
      for element in difference.missing { console.print("\(input.name) lacks \(element)") }
      for element in difference.extra {
        console.print("\(input.name) has \(element), but the configuration has not")
      }
      for fault in difference.faults { console.print("\(input.name): \(fault)") }
      if difference.isEmpty { console.print("\(input.name) declares what the configuration says") }
    }
    return difference.isEmpty ? .done : .negative
  }
}

extension ServiceSnapshot {
  /// Returns the index of an app.
  ///
  /// - Parameter name: the key of the app; nil for the only one.
  func app(toGenerateFor name: String?) throws(CommandFailure) -> Int {
    do throws(UnknownApp) {
      return try app(named: name)
    } catch {
      throw CommandFailure(
        code: "unknown-app", detail: "--app: \(error.message)", exit: .negative)
    }
  }
}

extension Console {
  /// Prints what was generated, or writes it to a file.
  ///
  /// - Parameter members: the contents as members of a document.
  func deliver(
    _ text: String, _ members: [JSONOutput.Member], to output: String?, json: Bool
  ) throws(CommandFailure) -> ExitCode {
    if let output {
      do throws(SystemError) {
        try FileReplacement.replace(output, by: Array(text.utf8), mode: 0o644)
      } catch {
        throw .environment("not-written", "\(error)")
      }
    }
    if json {
      print(
        .object(
          members + [.init("file", .optional(output)), .init("text", .string(text))]))
    } else if let output {
      print("wrote \(output)")
    } else {
      write(verbatim: text, to: .output)
    }
    return .done
  }
}
