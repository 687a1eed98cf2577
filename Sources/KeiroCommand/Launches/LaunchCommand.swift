import SiteModel
import Explaining
import JSONSyntax
import LaunchRouting
import Links
import System

/// `keiro launch`: evaluates a launch the way the app should.
struct LaunchCommand {
  let file: String
  let app: String
  let input: CommandInput
  let json: Bool
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    let configuration: CompiledConfiguration
    do throws(ConfigurationFailure) {
      configuration = try CompiledConfiguration(path: file)
    } catch {
      error.lines(file: file).forEach(console.complain)
      return error.exitCode
    }
    let apps = configuration.snapshot.apps
    guard let number = apps.firstIndex(where: { $0.key == app }) else {
      console.complain(unknownApp(apps.map(\.key)))
      return .wrongUsage
    }
    guard let bytes = input.read(console) else { return .environmentFailed }
    let report = ReportedLaunch(json: bytes)
    let store = LinkLookup(configuration.store)
    let routes = DeepLinkRoutes(
      configuration.snapshot, app: number, now: now,
      links: store.notebook(configuration.snapshot))
    let evaluation = apps[number].launch.evaluate(report, resolve: routes.answer)
    if json {
      console.print(evaluation.output)
    } else {
      evaluation.lines(report).forEach(console.print)
      evaluation.problems.forEach { console.complain("\(input.name): \($0)") }
    }
    return evaluation.problems.isEmpty ? .done : .negative
  }

  private func unknownApp(_ apps: [String]) -> String {
    guard !apps.isEmpty else { return "keiro launch: \(file) has no apps: expected '\(app)'" }
    let nearest = nearestName(to: app, among: apps).map { "; did you mean '\($0)'?" } ?? ""
    return "keiro launch: option '--app' has the value '\(app)': expected one of "
      + apps.joined(separator: ", ") + nearest
  }
}

extension LaunchEvaluation {
  /// The answer as a small table.
  fileprivate func lines(_ report: ReportedLaunch) -> [String] {
    let place = receiver?.key.map { ", in \($0.rawValue)" } ?? ""
    return [
      "launch       \(report.path?.title ?? "of no known kind") (\(report.circumstances))",
      "event        " + (event?.description ?? "none"),
      "destination  " + (destination?.description ?? "none: the app stays where it is"),
      "received by  " + (receiver?.method.rawValue ?? "nobody knows") + place,
    ]
  }
}

extension ReportedLaunch {
  /// When it happens, as in `not running, iOS 26.0, scene`.
  fileprivate var circumstances: String {
    let lifecycle = context.lifecycle.effective(on: context.system)
    return "\(context.state.title), iOS \(context.system), \(lifecycle.rawValue)"
  }
}
