import AppAssociation
import JSONSyntax
import KeiroConfiguration
import SiteModel
import System

/// `keiro generate`: what goes into an app, made from the routes.
package struct GenerateCommand {
  /// What is generated.
  package enum Kind: Equatable, Sendable {
    /// The intent filters for an Android manifest.
    ///
    /// - Parameter minSDK: the lowest API level that has to understand them.
    case androidManifest(minSDK: Int)
    /// The associated domains for entitlements.
    case entitlements
  }

  /// The parsed arguments.
  package struct Request: Equatable, Sendable {
    var kind: Kind
    /// The key of the app; nil for the only one.
    var app: String?
    /// The file to write; nil for standard output.
    var output: String?
    /// The file to compare instead; nil to generate.
    var checked: String?
    var json = false
  }

  let file: String
  let request: Request

  func run(_ console: Console) -> ExitCode {
    CompiledConfiguration.with(path: file, console) { configuration in
      do throws(CommandFailure) {
        let snapshot = configuration.snapshot
        let generated = try generated(snapshot, app: try app(snapshot))
        guard let checked = request.checked else { return try write(generated, console) }
        return try compare(generated, CommandInput(path: checked), console)
      } catch {
        return console.report(error)
      }
    }
  }

  private func app(_ snapshot: ServiceSnapshot) throws(CommandFailure) -> Int {
    do throws(UnknownApp) {
      return try snapshot.app(named: request.app)
    } catch {
      throw CommandFailure(
        code: "unknown-app", detail: "--app: \(error.message)", exit: .negative)
    }
  }

  private func generated(
    _ snapshot: ServiceSnapshot, app number: Int
  ) throws(CommandFailure) -> any GeneratedAppFile {
    let app = snapshot.apps[number]
    let generated: any GeneratedAppFile
    let key: String
    switch request.kind {
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

  // MARK: - Writing

  private func write(
    _ generated: any GeneratedAppFile, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    if let output = request.output {
      do throws(SystemError) {
        try FileReplacement.replace(output, by: Array(generated.text.utf8), mode: 0o644)
      } catch {
        throw .environment("not-written", "\(error)")
      }
    }
    if request.json {
      let members =
        generated.members + [
          .init("file", .optional(request.output)), .init("text", .string(generated.text)),
        ]
      console.print(.object(members))
    } else if let output = request.output {
      console.print("wrote \(output)")
    } else {
      console.write(verbatim: generated.text, to: .output)
    }
    return .done
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
    let declared: DeclaredElements
    do throws(AppFileFailure) {
      declared = try generated.declared(in: bytes)
    } catch {
      throw CommandFailure(
        code: "invalid-file", detail: "'\(input.name)' cannot be compared: \(error.message)",
        exit: .negative)
    }
    let missing = generated.elements.filter { !declared.elements.contains($0) }
    let extra = declared.elements.filter { !generated.elements.contains($0) }
    let isSame = missing.isEmpty && extra.isEmpty && declared.faults.isEmpty
    if request.json {
      console.print(
        .object([
          .init("app", .string(generated.app)), .init("file", .string(input.name)),
          .init("isSame", .bool(isSame)), .init("missing", .strings(missing)),
          .init("extra", .strings(extra)), .init("faults", .strings(declared.faults)),
        ]))
    } else {
      for element in missing { console.print("\(input.name) lacks \(element)") }
      for element in extra {
        console.print("\(input.name) has \(element), but the configuration has not")
      }
      for fault in declared.faults { console.print("\(input.name): \(fault)") }
      if isSame { console.print("\(input.name) declares what the configuration says") }
    }
    return isSame ? .done : .negative
  }
}
