import AppAssociation
import JSONSyntax

/// `keiro diff`: says what changed in behaviour between two files.
struct DiffCommand {
  let old: String
  let new: String
  let json: Bool

  func run(_ console: Console) -> ExitCode {
    var files: [AppSiteAssociation] = []
    for name in [old, new] {
      guard let bytes = CommandInput(path: name).read(console) else { return .environmentFailed }
      do throws(AssociationFileError) {
        let file = try AssociationInput(bytes).decoded(kind: .apple)
        guard case .apple(let association) = file else { continue }
        files.append(association)
      } catch {
        console.complain(error.line(file: name))
        return .negative
      }
    }
    guard let first = files.first, let second = files.last else { return .negative }
    let difference = AssociationDifference(from: first, to: second)
    if json { console.print(difference.output) } else { show(difference, console) }
    return difference.isEmpty ? .done : .negative
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

extension AssociationDifference {
  var output: JSONOutput {
    .object([
      .init("same", .bool(isEmpty)), .init("apps", .array(apps.map(\.output))),
      .init(
        "services",
        .array(
          services.map {
            .object([
              .init("service", .string($0.service)), .init("appID", .string($0.app)),
              .init("kind", .string($0.isAdded ? "added" : "removed")),
            ])
          })),
      .init("notes", .strings(remarks)),
    ])
  }
}

extension AssociationDifference.App {
  fileprivate var output: JSONOutput {
    .object([
      .init("appID", .string(identifier)),
      .init(
        "systems",
        .array(
          generations.map { generation in
            .object([
              .init("since", .string(generation.since.description)),
              .init("changes", .array(generation.changes.map(\.output))),
              .init("examples", .array(generation.examples.map(\.output))),
            ])
          })),
    ])
  }
}

extension AssociationDifference.Change {
  fileprivate var output: JSONOutput {
    .object([
      .init("kind", .string(kind.rawValue)), .init("old", .optional(old)),
      .init("new", .optional(new)), .init("rule", rule.json),
      .init("before", before.map(\.json) ?? .null),
    ])
  }
}

extension AssociationDifference.Example {
  fileprivate var output: JSONOutput {
    .object([
      .init("url", .string(url)), .init("old", .string(old.rawValue)),
      .init("new", .string(new.rawValue)),
    ])
  }
}
