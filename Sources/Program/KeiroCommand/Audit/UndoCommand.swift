import JSONSyntax
import Links

/// The arguments of `keiro audit undo`.
package struct UndoRequest: Equatable, Sendable {
  var change: Int
  /// Whether to write; if false, the command only shows what undoing would do.
  var isApplied: Bool
  var json: Bool
}

/// `keiro audit undo`: reverts a whole change.
struct UndoCommand {
  let location: KeiroLocation
  let request: UndoRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    Keiro.with(
      location, at: now, for: request.isApplied ? .writing : .reading, console
    ) { keiro throws(CommandFailure) in
      let undone = try keiro.undo(request.change, isDryRun: !request.isApplied)
      let count = undone.number("undone") ?? 0
      let left = undone.member("left")?.array ?? []
      var lines = left.map { "leave  \($0.text("link") ?? ""): \($0.text("reason") ?? "")" }
      if let undo = undone.number("undo") {
        lines.append("\(links(count)) as before change \(request.change); this is change \(undo)")
      } else if request.isApplied {
        lines.append("nothing is left to take back")
      } else {
        lines.append("\(links(count)) would be as before change \(request.change)")
      }
      let code = console.give(
        CommandAnswer(
          undone, lines: lines,
          remarks: request.isApplied || request.json
            ? [] : ["nothing was written: --apply does it"]),
        json: request.json)
      return code == .done && !left.isEmpty ? .negative : code
    }
  }

  private func links(_ count: Int) -> String { count == 1 ? "1 link" : "\(count) links" }
}
