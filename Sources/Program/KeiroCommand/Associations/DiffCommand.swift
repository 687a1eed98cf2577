import AppAssociation
import AssociationValidation
import JSONSyntax
import KeiroConfiguration
import Questions

extension CommandTable {
  static let diff = CommandSpecification(
    "diff", "compare the behaviour of two association files or configurations",
    details: [
      "Every URL shown was evaluated against both files. With --config OLD --config NEW,",
      "shows for each host which URLs start or stop opening apps. Exits with 0 if both",
      "behave the same, else with 1.",
    ],
    options: [.configurations, .reportFormat, .json],
    operands: OperandSpecification(
      .file("FILE", form: "files such as old.json and new.json"), label: "OLD NEW", count: 0...2),
    examples: [
      "diff old.json new.json", "diff --config live.json --config next.json  # before a deploy",
    ]
  ) { arguments throws(UsageError) in
    let (files, configurations) = (arguments.operands, arguments.list(.configurations))
    let format = try arguments.reportFormat()
    guard configurations.isEmpty else {
      if let file = files.first {
        throw arguments.error(
          .operandBeside(file, option: OptionSpecification.configurations.name))
      }
      guard configurations.count == 2 else {
        throw arguments.error(.needs("--config OLD", "--config NEW"))
      }
      return { console throws(CommandFailure) in
        let before = try CompiledConfiguration.used(configurations[0])
        let after = try CompiledConfiguration.used(configurations[1])
        let answer = ConfigurationDifference(from: before.snapshot, to: after.snapshot)
        return console.give(answer) {
          $0.show(format, of: configurations[1], console)
        }
      }
    }
    guard files.count == 2 else { throw arguments.error(.missingOperand) }
    guard files != ["-", "-"] else { throw arguments.error(.standardInputTwice) }
    guard format == .text || format == .json else {
      throw arguments.error(
        .needs("--format \(format.rawValue)", "--config OLD --config NEW"))
    }
    return { console throws(CommandFailure) in
      let old = try CommandInput(path: files[0]).association(console)
      let new = try CommandInput(path: files[1]).association(console)
      let answer = try rethrown(AssociationDifference(from: old, to: new)) {
        (error: UnreadableAssociation) in CommandFailure(error)
      }
      return console.give(answer) {
        DifferenceReport(console: console).print($0)
      }
    }
  }
}

extension OptionSpecification {
  fileprivate static let configurations = Self(
    "--config", .file("FILE"), "two configurations instead of two files, the old one first",
    isRepeatable: true)
}

private struct DifferenceReport {
  let console: Console

  func print(_ difference: AssociationDifference) {
    if difference.isEmpty { console.print("no change in behaviour") }
    for remark in difference.remarks { console.print("note: \(remark)") }
    for group in Dictionary(
      grouping: difference.apps.indices, by: { difference.apps[$0].generations }
    )
    .values.sorted(by: { ($0.first ?? 0) < ($1.first ?? 0) }) {
      show(group.map { difference.apps[$0] }, difference.kind)
    }
    for change in difference.services { console.print(change.sentence) }
    for change in difference.statements.prefix(Self.longestList) { console.print(change.sentence) }
    showRest(difference.statements.count - Self.longestList)
  }

  private static let longestList = 100

  private func show(_ apps: [AssociationDifference.App], _ kind: AssociationFile.Kind) {
    for app in apps.prefix(Self.longestList) {
      console.print(styled: "\(app.identifier, .bold)")
    }
    showRest(apps.count - Self.longestList)
    for generation in apps.first?.generations ?? [] {
      console.print("  \(generation.versions(of: kind))")
      for change in generation.changes.prefix(Self.longestList) {
        console.print(styled: "    \(line(change))")
      }
      showRest(generation.changes.count - Self.longestList)
      for example in generation.examples {
        console.print("    \(example.url): \(example.old.rawValue) -> \(example.new.rawValue)")
      }
      showRest(generation.moreExamples)
    }
  }

  private func showRest(_ count: Int) {
    if count > 0 { console.print("    and \(count) more") }
  }

  private func line(_ change: AssociationDifference.Change) -> StyledLine {
    let style: Console.Style =
      switch change.kind {
      case .added: .good
      case .removed: .error
      case .moved, .changed: .warning
      }
    let path = [change.old, change.new].compactMap(\.self).joined(separator: " -> ")
    let before = change.before.map { "\($0.json.compact) -> " } ?? ""
    return "\(change.kind.rawValue, style) \(before)\(change.rule.json.compact) (\(path))"
  }
}

extension ConfigurationDifference {
  fileprivate func show(_ format: ReportFormat, of file: String, _ console: Console) {
    guard format == .text else {
      let findings = hosts.flatMap { host in
        host.changes.map { change in
          Finding(
            code: "\(change.word)-opening", severity: change.starts ? .note : .warning,
            message: "\(change.url) \(change.word) opening \(change.app)\(change.versions)")
        }
          + [("grant-change", host.grants), ("left-unsearched", host.remarks)].flatMap {
            code, notes in
            notes.map { Finding(code: code, severity: .warning, message: "\(host.host): \($0)") }
          }
      }
      return console.print(findings.map { Diagnostic(file: file, finding: $0) }, as: format)
    }
    if hosts.isEmpty { console.print("no change in behaviour") }
    for host in hosts {
      console.print(styled: "\(host.host, .bold)")
      for change in host.changes {
        let style: Console.Style = change.starts ? .good : .error
        console.print(
          styled:
            "  \(change.word, style) opening \(change.app): \(change.url)\(change.versions)")
      }
      for note in host.notes { console.print("  note: \(note)") }
    }
  }
}
