import AppAssociation
import JSONSyntax
import Questions

/// `keiro diff`: reports the changes in behaviour between two files.
struct DiffCommand {
  let old: String
  let new: String
  let json: Bool

  func run(_ console: Console) -> ExitCode {
    guard let old = CommandInput(path: old).association(console),
      let new = CommandInput(path: new).association(console)
    else { return .environmentFailed }
    do throws(UnreadableAssociation) {
      let answer = try DiffQuestion(old: old, new: new).answer()
      return console.give(answer, json: json) { show($0, console) }
    } catch {
      return console.refuse(error, json: json)
    }
  }

  private func show(_ difference: AssociationDifference, _ console: Console) {
    if difference.isEmpty { console.print("no change in behaviour") }
    for remark in difference.remarks { console.print("note: \(remark)") }
    for app in difference.apps {
      console.print(console.styled(app.identifier, .bold, on: .output))
      for generation in app.generations {
        console.print("  from iOS \(generation.since) on")
        for change in generation.changes { console.print("    " + line(change, console)) }
        for example in generation.examples {
          console.print(
            "    \(example.url): \(example.old.rawValue) -> \(example.new.rawValue)")
        }
      }
    }
    for change in difference.services {
      let verb = change.isAdded ? "gains" : "loses"
      console.print("\(change.service) \(verb) \(change.app)")
    }
  }

  private func line(_ change: AssociationDifference.Change, _ console: Console) -> String {
    let style: Console.Style =
      switch change.kind {
      case .added: .good
      case .removed: .error
      case .moved, .changed: .warning
      }
    let place = [change.old, change.new].compactMap(\.self).joined(separator: " -> ")
    let before = change.before.map { "\($0.json.compact) -> " } ?? ""
    let kind = console.styled(change.kind.rawValue, style, on: .output)
    return "\(kind) \(before)\(change.rule.json.compact) (\(place))"
  }
}
