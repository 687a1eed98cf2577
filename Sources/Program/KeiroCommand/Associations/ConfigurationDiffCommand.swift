import KeiroConfiguration
import Questions

/// `keiro diff --config OLD --config NEW`: shows which URLs start or stop opening apps.
struct ConfigurationDiffCommand: Command {
  let old: String
  let new: String
  let format: ReportFormat

  func run(_ console: Console) -> ExitCode {
    CompiledConfiguration.with(path: old, console) { before in
      CompiledConfiguration.with(path: new, console) { after in
        let question = ConfigurationDiffQuestion(old: before.snapshot, new: after.snapshot)
        return console.give(question.answer(), json: format == .json) { show($0, console) }
      }
    }
  }

  private func show(_ difference: ConfigurationDifference, _ console: Console) {
    guard format == .text else {
      console.print(difference.hosts.flatMap(diagnostics), as: format)
      return
    }
    if difference.hosts.isEmpty { console.print("no change in behaviour") }
    for host in difference.hosts {
      console.print(styled: "\(host.host, .bold)")
      for change in host.changes {
        let style: Console.Style = change.starts ? .good : .error
        console.print(styled: "  \(change.word, style) opening \(change.app): \(change.url)")
      }
    }
  }

  private func diagnostics(_ host: ConfigurationDifference.Host) -> [Diagnostic] {
    host.changes.map { change in
      Diagnostic(
        rule: "\(change.word)-opening", severity: change.starts ? .note : .warning, file: new,
        message: "\(change.url) \(change.word) opening \(change.app)")
    }
  }
}
