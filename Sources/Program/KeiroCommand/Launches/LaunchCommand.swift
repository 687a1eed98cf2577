import JSONSyntax
import KeiroConfiguration
import LaunchRouting
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
    let (name, sdk) = (
      try arguments.required(.appName) { $0 }, try arguments.value(.sdk) { SystemVersion($0) }
    )
    let input = CommandInput(path: try arguments.operand())
    return { console throws(CommandFailure) in
      let configuration = try CompiledConfiguration.used(arguments.configuration)
      let snapshot = configuration.snapshot
      let number = try snapshot.app(option: name)
      var context = snapshot.apps[number].launchContext
      context.sdk = sdk ?? context.sdk
      let json = try input.read(console)
      let launch = ReportedLaunch(json: json, assuming: context)
      // As for the API, whatever is no object is no launch, and has no answer.
      guard let root = try? JSONDocument(parsing: json).root, root.object != nil else {
        throw CommandFailure(.invalid(launch.problems.map { FieldFault(input.name, $0.message) }))
      }
      let answer = try LinkLookup(configuration.store).asking { links throws(LinkStoreError) in
        try launch.evaluated(byApp: number, in: snapshot, links: links, now: arguments.now)
      }
      return console.give(answer, json: arguments.has(.json)) { evaluation in
        evaluation.lines(launch).forEach(console.print)
        evaluation.problems.forEach { console.note("\(input.name): \($0)") }
        evaluation.notes.forEach { console.note("\(input.name): note: \($0)") }
      }
    }
  }
}

extension LaunchEvaluation {
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
