import CDocuments
import JSONSyntax
import KeiroConfiguration
import System
import WebSyntax

extension CommandTable {
  static let initialize = CommandSpecification(
    "init", "write a first configuration and print the next steps",
    details: [
      "Writes keiro.json, keiro.schema.json and README.md into FOLDER (default: this",
      "folder), or nothing if one of them exists. Without --host the configuration is a",
      "sample that works at once at http://localhost:8080/. A sample that nobody has changed,",
      "such as that of a package, gives way to a configuration with hosts.",
    ],
    options: [
      .siteHost, .openHost, .newApp, .appID, .appStoreID, .androidPackage, .fingerprint, .json,
    ],
    operands: OperandSpecification(.file("FOLDER"), label: "[FOLDER]", count: 0...1),
    examples: [
      "init  # a sample to look at, in this folder",
      "init /etc/keiro --host www.example.com --app Shop --app-id A1B2C3D4E5.com.example.shop",
    ]
  ) { arguments throws(UsageError) in
    try arguments.demand(
      (.newApp, by: .appID), (.newApp, by: .appStoreID), (.newApp, by: .androidPackage),
      (.newApp, by: .fingerprint), (.androidPackage, by: .fingerprint), (.siteHost, by: .openHost))
    if arguments.operands.first == "-" { throw arguments.error(.invalidOperand("-")) }
    let hosts = arguments.list(.siteHost).withoutTwins
    let app = arguments.value(.newApp).map { name in
      FirstApp(
        name: name, appID: arguments.value(.appID), appStoreID: arguments.value(.appStoreID),
        package: arguments.value(.androidPackage), fingerprint: arguments.value(.fingerprint))
    }
    let first = FirstConfiguration(hosts: hosts, app: app, openHost: arguments.value(.openHost))
    return InitCommand(
      folder: arguments.operands.first ?? "", wanted: first
    ).run
  }
}

extension OptionSpecification {
  fileprivate static let siteHost = Self(
    "--host", .text("HOST"), "a host of the site, such as www.example.com", isRepeatable: true)
  fileprivate static let openHost = Self(
    "--open-host", .text("HOST"),
    "another host that the app claims: Open buttons on pages lead there")
  fileprivate static let newApp = Self(
    "--app", .text("NAME", form: "a name such as Shop"),
    "the name of the app, such as \"Example Shop\"")
  fileprivate static let appID = Self(
    "--app-id", .text("TEAM.BUNDLE", form: "an identifier such as A1B2C3D4E5.com.example.shop"),
    "Apple's identifier of the app, such as A1B2C3D4E5.com.example.shop")
  fileprivate static let appStoreID = Self(
    "--app-store-id", .text("N", form: "a number such as 1234567890"),
    "the app's number in the App Store")
  fileprivate static let androidPackage = Self(
    "--package", .text("P", form: "a package such as com.example.shop"),
    "Android's package, such as com.example.shop")
  fileprivate static let fingerprint = Self(
    "--fingerprint", .text("F", form: "32 hexadecimal bytes such as 14:6D:E9:…"),
    "the SHA-256 of Android's signing certificate, as keytool prints it")
}

/// `keiro init`: writes a first configuration, its schema, and a text that explains both.
struct InitCommand {
  /// The folder for the files; created if it is missing.
  let folder: String
  let wanted: FirstConfiguration

  private struct NewFile {
    let path: String
    let bytes: [UInt8]
    var isReplacement = false
  }

  func run(_ console: Console) throws(CommandFailure) -> ExitCode {
    var configuration = wanted
    // A sample is not worth keeping, but where it has its store is.
    let sample = configuration.isSample ? nil : FirstConfiguration(sampleAt: path("keiro.json"))
    if let sample { (configuration.schema, configuration.store) = (sample.schema, sample.store) }
    let text = Array((configuration.json.pretty + "\n").utf8)
    // The reader of configurations already checks identifiers and hosts.
    let problems = ConfigurationLoader.examine(text, file: path("keiro.json")).faults
    guard problems.isEmpty else { throw refusal(problems) }
    if !folder.isEmpty, let obstacle = FileObstacle.toMaking(folder: folder) {
      throw .environment("file-unwritable", "cannot write into '\(folder)': \(obstacle)")
    }
    let files = self.files(configuration, text, inPlaceOf: sample)
    if let taken = files.first(where: { fileExists($0.path) && !$0.isReplacement }) {
      throw .refusal(
        "file-exists", "'\(taken.path)' is there already: expected a folder without it")
    }
    for file in files {
      do throws(SystemError) {
        if !folder.isEmpty { try makeFolder(folder) }
        if file.isReplacement {
          try FileReplacement.rewrite(file.path, by: file.bytes)
        } else {
          try writeNewFile(file.path, file.bytes)
        }
      } catch {
        throw .unwritable(file.path, error)
      }
    }
    return console.give(answer(files, configuration))
  }

  private func files(
    _ configuration: FirstConfiguration, _ text: [UInt8], inPlaceOf sample: FirstConfiguration?
  ) -> [NewFile] {
    var files = [NewFile(path: path("keiro.json"), bytes: text, isReplacement: sample != nil)]
    if configuration.schema == FirstConfiguration.schemaName {
      let path = path(FirstConfiguration.schemaName)
      let isReplacement = sample != nil && fileExists(path)
      files.append(NewFile(path: path, bytes: Self.schema, isReplacement: isReplacement))
    }
    let explanation = path("README.md")
    let isReplacement = sample.map {
      (try? readFile(explanation, limit: 1 << 20)) == Array($0.readme.utf8)
    }
    files.append(
      NewFile(
        path: explanation, bytes: Array(configuration.readme.utf8),
        isReplacement: isReplacement ?? false))
    return files
  }

  private func path(_ name: String) -> String {
    if folder.isEmpty || folder == "." { return name }
    return folder + (folder.hasSuffix("/") ? "" : "/") + name
  }

  private static var schema: [UInt8] {
    Array(UnsafeBufferPointer(start: keiro_schema.bytes, count: Int(keiro_schema.count)))
  }

  private func commands(_ configuration: FirstConfiguration) -> [String] {
    let file = Self.quoted(path("keiro.json"))
    // Only a package has its schema elsewhere, and it has a service and a user, too.
    let isPackaged = configuration.schema != FirstConfiguration.schemaName
    return [
      "keiro check --config \(file)",
      isPackaged ? "systemctl restart keiro" : "keiro serve --config \(file)",
      (isPackaged ? "sudo -u keiro " : "")
        + "keiro tokens create --config \(file) --scope admin --name me",
    ]
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      ASCII.isAlphanumeric($0) || "/._-+".utf8.contains($0)
    }
    return isPlain ? word : CompletionScript.quote(word)
  }

  private func answer(
    _ files: [NewFile], _ configuration: FirstConfiguration
  ) -> CommandAnswer {
    let commands = commands(configuration)
    let written = files.map {
      "wrote \($0.path)" + ($0.isReplacement ? " in place of the sample" : "")
    }
    let remarks = [
      "see what Keiro thinks of it",
      configuration.isSample
        ? "then open http://localhost:8080/"
        : "then: curl -H 'Host: \(HostName.inPunycode(wanted.shownHost) ?? wanted.shownHost)' "
          + "http://localhost:8080/",
      "a token to sign in with at \(FirstConfiguration.dashboardURL)",
    ]
    let width = commands.map(\.count).max() ?? 0
    let next = zip(commands, remarks).map { "  \($0.padded(to: width))  # \($1)" }
    return CommandAnswer(
      document: JSONNode(
        ["files": .strings(files.map(\.path)), "next": .strings(commands)]),
      lines: written + ["", "Next:"] + next)
  }

  /// The refusal in terms of the options, from which the keys were made.
  private func refusal(_ problems: [ConfigurationProblem]) -> CommandFailure {
    let faults = problems.reduce(into: [FieldFault]()) { faults, problem in
      let fault = FieldFault(option(of: problem.path).name, problem.message)
      if !faults.contains(fault) { faults.append(fault) }
    }
    return CommandFailure(
      code: "invalid-fields", detail: "the options make no configuration", faults: faults,
      lines: faults.map { "option '\($0.field)': \($0.detail)" }, exit: .negative)
  }

  private func option(of path: String) -> OptionSpecification {
    let options: [(key: String, OptionSpecification)] = [
      (".appIDs[", .appID), (".appStoreID", .appStoreID), (".android.packageName", .androidPackage),
      (".sha256CertFingerprints[", .fingerprint), (".alternateHost", .openHost),
      (".destinationHosts[\(wanted.hosts.count)]", .openHost), (".destinationHosts[", .siteHost),
      (".hosts[", .siteHost),
    ]
    return options.first { path.contains($0.key) }?.1 ?? (wanted.app == nil ? .siteHost : .newApp)
  }
}
