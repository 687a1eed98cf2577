import Changes
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Questions
import Service

/// `keiro links`: works on the links of a store, with or without a running server.
struct LinksCommand {
  let location: KeiroLocation
  let request: LinksRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    if case .importing(let request) = request {
      return ImportCommand(location: location, request: request, now: now).run(console)
    }
    if case .replay(let request) = request {
      return ReplayCommand(request: request, now: now).run(console)
    }
    // The password is read before the store opens, since standard input may take its time.
    var patch = JSONNode(.object([]))
    if let changes = request.changes {
      guard let read = changes.patch(console, at: now) else { return .environmentFailed }
      patch = read
    }
    return Keiro.with(location, at: now, for: purpose, console) {
      keiro throws(CommandFailure) in
      switch request {
      case .list(var filter, let state, let limit, let json):
        filter.state = state.map { LinkState.AtTime($0, at: now) }
        return try LinkList(keiro: keiro, now: now, console: console)
          .run(filter, limit: limit, json: json)
      case .deleted(let filter, let limit, let json):
        return try LinkList(keiro: keiro, now: now, console: console)
          .run(filter, limit: limit, json: json, isOfDeleted: true)
      case .export(let format, let host):
        return try ExportCommand(format: format, host: host, console: console).run(keiro)
      case .show(let name, let json):
        let link = try keiro.link(name)
        return console.give(CommandAnswer(link, lines: link.linkLines), json: json)
      case .add(let host, let slug, _, let json):
        let description = patch.naming(host, slug)
        return console.give(answer(try keiro.createLink(description)), json: json)
      case .edit(let name, _, let json):
        return console.give(answer(try keiro.changeLink(name, patch)), json: json)
      case .remove(let name, let json): return console.give(try remove(name, keiro), json: json)
      case .history(let name, let json):
        let history = try keiro.history(name)
        return console.give(CommandAnswer(history, lines: history.versionLines), json: json)
      case .restore(let name, let version, let json):
        return console.give(answer(try keiro.restoreLink(name, version: version)), json: json)
      case .importing, .replay: return .done
      }
    }
  }

  private var purpose: StorePurpose {
    switch request {
    case .list, .deleted, .show, .export, .replay, .history: .reading
    case .add, .edit, .remove, .importing, .restore: .writing
    }
  }

  /// The answer for a link that was created or changed.
  private func answer(_ link: JSONNode) -> CommandAnswer {
    CommandAnswer(
      link, lines: [link.text("shortURL") ?? ""],
      warnings: link.warningLines)
  }

  private func remove(
    _ name: LinkName, _ keiro: Keiro
  ) throws(CommandFailure) -> CommandAnswer {
    let key = try keiro.removeLink(name)
    return CommandAnswer(
      JSONNode(.object([.init("host", .string(key.host)), .init("slug", .string(key.slug))])),
      remarks: ["removed \(key.host)/\(key.slug)"])
  }
}

extension LinksRequest {
  fileprivate var changes: LinkFieldChanges? {
    switch self {
    case .add(_, _, let changes, _), .edit(_, let changes, _): changes
    case .list, .deleted, .show, .remove, .importing, .export, .replay, .history, .restore: nil
    }
  }
}

extension JSONNode {
  /// The description of a new link with the host and slug, as far as they are given.
  fileprivate func naming(_ host: String?, _ slug: String?) -> JSONNode {
    let keyMembers = [("host", host), ("slug", slug)].compactMap { name, text in
      text.map { JSONMember(name: name, nameOffset: 0, node: JSONNode(.string($0))) }
    }
    return JSONNode(offset: 0, value: .object(keyMembers + (object ?? [])))
  }
}
