import KeiroConfiguration
import LaunchRouting
import Links
import LinkStorage
import Questions
import Platforms
import Service
import SiteModel

extension CommandTable {
  static let launch = CommandSpecification(
    "launch", "evaluate a launch of an app: event, destination, receiver",
    details: [
      "FILE holds the launch as JSON, such as {\"kind\": \"openURL\", \"url\":",
      "\"asajikan://article/42\"}; '-' reads standard input. Deep links are resolved with the",
      "routes and short links of the configuration. --sdk applies if the launch names no",
      "SDK. Exits with 1 if the answer names problems.",
    ],
    options: [.config, .appName.required, .sdk, .json], operands: .file(suchAs: "launch.json"),
    examples: [
      "launch --app shop launch.json",
      "launch --app shop --sdk 27 launch.json  # as if it were built with Xcode 27",
    ]
  ) { arguments throws(UsageError) in
    LaunchCommand(
      file: arguments.configuration, app: try arguments.required(.appName) { $0 },
      sdk: try arguments.value(.sdk) { SystemVersion($0) },
      input: CommandInput(path: try arguments.operand()), json: arguments.has(.json),
      now: arguments.now)
  }
}

/// `keiro launch`: evaluates a launch the way an app should.
private struct LaunchCommand: Command {
  let file: String
  let app: String
  /// The SDK the app is built with; nil for the one in the configuration.
  let sdk: SystemVersion?
  let input: CommandInput
  let json: Bool
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    CompiledConfiguration.with(path: file, console) { configuration in
      guard let number = app(configuration.snapshot, console) else { return .negative }
      guard let bytes = input.read(console) else { return .environmentFailed }
      var context = configuration.snapshot.apps[number].launchContext
      context.sdk = sdk ?? context.sdk
      let launch = ReportedLaunch(json: bytes, assuming: context)
      let store = LinkLookup(configuration.store)
      do throws(LinkStoreError) {
        let answer = try launch.evaluated(
          byApp: number, in: configuration.snapshot, links: store.links, now: now)
        return console.give(answer, json: json) { show($0, of: launch, console) }
      } catch {
        console.remark("the store cannot be read: \(error)")
        return .environmentFailed
      }
    }
  }

  /// The index of the app; nil after reporting that there is none.
  private func app(_ snapshot: ServiceSnapshot, _ console: Console) -> Int? {
    do throws(UnknownApp) {
      return try snapshot.app(named: app)
    } catch {
      var failure = CommandFailure(.parameter("app", error.message))
      failure.lines = ["option '--app': \(error.message)"]
      _ = console.report(failure)
      return nil
    }
  }

  private func show(
    _ evaluation: LaunchEvaluation, of launch: ReportedLaunch, _ console: Console
  ) {
    evaluation.lines(launch).forEach(console.print)
    evaluation.problems.forEach { console.note("\(input.name): \($0)") }
    evaluation.notes.forEach { console.note("\(input.name): note: \($0)") }
  }
}

extension LaunchEvaluation {
  /// The answer as a small table.
  fileprivate func lines(_ report: ReportedLaunch) -> [String] {
    let key = receiver?.key.map { ", in \($0.rawValue)" } ?? ""
    return [
      "launch       \(report.path?.title ?? "of no known kind") (\(report.circumstances))",
      "event        " + (event?.description ?? "none"),
      "destination  " + (destination?.description ?? "none: the app stays where it is"),
      "received by  " + (receiver?.method.rawValue ?? "nobody knows") + key,
    ]
  }
}

extension ReportedLaunch {
  /// The circumstances of the launch, such as `not running, iOS 26.0, scene`.
  fileprivate var circumstances: String {
    let lifecycle = context.lifecycle.effective(on: context.system)
    return "\(context.state.title), iOS \(context.system), \(lifecycle.rawValue)"
  }
}
