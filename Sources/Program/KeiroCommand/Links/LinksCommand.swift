import AppAssociation
import Changes
import Cryptography
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Questions
import Service
import SiteModel

/// `keiro links`: the links of the store, whether or not a server is running.
struct LinksCommand {
  let file: String
  let request: LinksRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    if case .importing(let request) = request {
      return ImportCommand(file: file, request: request, now: now).run(console)
    }
    // The password is read before the store is opened: standard input may take its time.
    var patch = JSONNode(.object([]))
    if let changes = request.changes {
      guard let read = changes.patch(console, at: now) else { return .environmentFailed }
      patch = read
    }
    return OpenedStore.with(configuration: file, at: now, for: purpose, console) {
      opened throws(LinkStoreError) in
      switch request {
      case .list(let filter, let limit, let json):
        return try LinkList(opened: opened, console: console).run(filter, limit: limit, json: json)
      case .export(let format, let host): return try export(format, host: host, opened, console)
      case .show(let name, let json):
        return try one(name, json: json, opened, console) { key throws(ChangeError) in
          try show(key, opened)
        }
      case .add(let host, let slug, _, let json):
        return try opened.give("keiro links", json: json, console) { () throws(ChangeError) in
          let draft = LinkDraft(patch.naming(host, slug), passwords: .scrypt)
          return tell(try opened.links.create(draft).stored, opened)
        }
      case .edit(let name, _, let json):
        return try one(name, json: json, opened, console) { key throws(ChangeError) in
          let patch = LinkPatch(patch, of: key, passwords: .scrypt)
          return tell(try opened.links.edit(key, patch), opened)
        }
      case .remove(let name, let json):
        return try one(name, json: json, opened, console) { key throws(ChangeError) in
          try opened.links.delete(key)
          return CommandAnswer(
            document: .object([.init("host", .string(key.host)), .init("slug", .string(key.slug))]),
            remarks: ["removed \(key.host)/\(key.slug)"])
        }
      case .importing: return .done
      }
    }
  }

  private var purpose: StorePurpose {
    switch request {
    case .list, .show, .export: .reading
    case .add, .edit, .remove, .importing: .writing
    }
  }

  // MARK: - Answers

  /// The answer about a link that is named.
  private func one(
    _ name: LinkName, json: Bool, _ opened: OpenedStore, _ console: Console,
    _ answer: (LinkKey) throws(ChangeError) -> CommandAnswer
  ) throws(LinkStoreError) -> ExitCode {
    try opened.give("keiro links", json: json, console) { () throws(ChangeError) in
      if let key = name.key(opened.sites) { return try answer(key) }
      let fault =
        "'\(name)' is not a short URL: expected one such as "
        + "https://example.com/s/spring, or --host and --slug"
      throw .refused(.invalid([FieldFault("", fault)], count: 1))
    }
  }

  private func show(_ key: LinkKey, _ opened: OpenedStore) throws(ChangeError) -> CommandAnswer {
    let report: LinkReport?
    do throws(LinkStoreError) {
      report = try LinkQuestion(key).answer(opened.snapshot, store: opened.store)
    } catch {
      throw .failed(error)
    }
    guard let document = report?.document else { throw .refused(.linkNotFound(key)) }
    return CommandAnswer(document: document, lines: JSONNode(document).linkLines)
  }

  private func tell(_ stored: StoredLink, _ opened: OpenedStore) -> CommandAnswer {
    let document = LinkReport(written: stored, at: now, in: opened.snapshot).document
    let node = JSONNode(document)
    return CommandAnswer(
      document: document, lines: [node.text("shortURL") ?? ""],
      remarks: node.linkWarnings.map { "keiro links: " + $0 })
  }

  private func export(
    _ format: LinkExport.Format, host: String?, _ opened: OpenedStore, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    console.write(LinkExport.header(format), to: .output)
    var text = ""
    try opened.store.forEachLink { stored in
      guard host == nil || stored.link.host == host else { return true }
      text += LinkExport.row(stored.link, format)
      if text.utf8.count > 1 << 16 {
        console.write(text, to: .output)
        text = ""
      }
      return !console.outputHasFailed
    }
    console.write(text, to: .output)
    return .done
  }
}

extension LinksRequest {
  fileprivate var changes: LinkFieldChanges? {
    switch self {
    case .add(_, _, let changes, _), .edit(_, let changes, _): changes
    case .list, .show, .remove, .importing, .export: nil
    }
  }
}

extension JSONNode {
  /// The description of a new link, with its place.
  fileprivate func naming(_ host: String, _ slug: String?) -> JSONNode {
    let place = [("host", host), ("slug", slug)].compactMap { name, text in
      text.map { JSONMember(name: name, nameOffset: 0, node: JSONNode(.string($0))) }
    }
    return JSONNode(offset: 0, value: .object(place + (object ?? [])))
  }
}
