import Cryptography
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
    return OpenedStore.with(configuration: file, at: now, for: purpose, console) {
      opened throws(LinkStoreError) in
      let links = LinksWork(opened: opened, console: console)
      switch request {
      case .list(let filter, let limit, let json):
        return try LinkList(opened: opened, console: console).run(filter, limit: limit, json: json)
      case .export(let format, let host): return try links.export(format, host: host)
      case .show(let name, let json): return try links.show(name, json: json)
      case .add(let host, let slug, let changes, let json):
        return try links.add(host: host, slug: slug, changes, json: json)
      case .edit(let name, let changes, let json): return try links.edit(name, changes, json: json)
      case .remove(let name): return try links.remove(name)
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
}

/// The commands for single links.
struct LinksWork {
  let opened: OpenedStore
  let console: Console

  /// Attempts against concurrent changes between reading and writing; more are very unlikely.
  private static let attempts = 10

  // MARK: Reading

  func show(_ name: LinkName, json: Bool) throws(LinkStoreError) -> ExitCode {
    guard let key = key(name) else { return .negative }
    guard let report = try LinkQuestion(key).answer(opened.snapshot, store: opened.store) else {
      return missing(key)
    }
    return console.give(report, json: json) { $0.lines.forEach(console.print) }
  }

  func export(_ format: LinkExport.Format, host: String?) throws(LinkStoreError) -> ExitCode {
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

  // MARK: Writing

  func add(
    host: String, slug: String?, _ changes: LinkFieldChanges, json: Bool
  ) throws(LinkStoreError) -> ExitCode {
    guard let site = opened.sites.site(of: host) else {
      return refuse(opened.sites.unserved(host))
    }
    guard let changes = changes.edit(console) else { return .environmentFailed }
    var link = ShortLink(host: host, slug: slug ?? "", url: "")
    var problems = changes.apply(to: &link, passwords: .scrypt, now: opened.now)
    if !link.url.isEmpty { problems += site.sentences(against: link) }
    if problems.isEmpty { problems += try circles(of: link) }
    guard problems.isEmpty else { return refuse(problems) }
    for _ in 0..<Self.attempts {
      if slug == nil {
        guard let random = RandomBytes.base62(8) else { return withoutRandomness() }
        link.slug = random
        guard site.faults(of: link).isEmpty else { continue }
      }
      let creation = try waitForAnswer {
        opened.store.create(link, CreationTerms(), now: opened.now, completion: $0)
      }
      if case .created(let stored) = creation { return tell(stored, json: json) }
      guard slug == nil else {
        return refuse("'\(slug ?? "")' is taken on \(host): expected another slug")
      }
    }
    return refuse("no slug was free: expected one given by --slug")
  }

  func edit(
    _ name: LinkName, _ changes: LinkFieldChanges, json: Bool
  ) throws(LinkStoreError) -> ExitCode {
    guard let key = changeable(name) else { return .negative }
    guard let edit = changes.edit(console) else { return .environmentFailed }
    for _ in 0..<Self.attempts {
      guard let old = try opened.store.currentLink(at: key) else { return missing(key) }
      var link = old.link
      var problems = edit.apply(to: &link, passwords: .scrypt, now: opened.now)
      problems += opened.sites.site(of: key.host)?.sentences(against: link) ?? []
      if problems.isEmpty { problems += try circles(of: link) }
      guard problems.isEmpty else { return refuse(problems) }
      let update = try waitForAnswer {
        opened.store.update(link, revision: old.revision, now: opened.now, completion: $0)
      }
      if case .updated(let stored) = update { return tell(stored, json: json) }
    }
    return refuse("somebody else keeps changing the link: expected a quieter moment")
  }

  func remove(_ name: LinkName) throws(LinkStoreError) -> ExitCode {
    guard let key = changeable(name) else { return .negative }
    let deletion = try waitForAnswer {
      opened.store.delete(key, revision: nil, now: opened.now, completion: $0)
    }
    guard deletion == .deleted else { return missing(key) }
    console.complain("removed \(key.host)/\(key.slug)")
    return .done
  }

  /// The addresses of a link from which its visitors would never get away.
  private func circles(of link: ShortLink) throws(LinkStoreError) -> [String] {
    let store = opened.store
    let faults = try opened.snapshot.circles(of: link) { key throws(LinkStoreError) in
      try store.currentLink(at: key)?.link
    }
    return faults?.map(\.sentence) ?? []
  }

  // MARK: Answers

  private func key(_ name: LinkName) -> LinkKey? {
    if let key = name.key(opened.sites) { return key }
    if case .text(let text) = name {
      console.complain(
        "keiro links: '\(text.onOneLine)' is not a short URL: expected one such as "
          + "https://example.com/s/spring, or --host and --slug")
    }
    return nil
  }

  /// The place of a link that may be changed here.
  private func changeable(_ name: LinkName) -> LinkKey? {
    guard let key = key(name) else { return nil }
    guard opened.snapshot.configuredLink(key) == nil else {
      console.complain(
        "keiro links: '\(key.slug)' is a link of the configuration file: expected it to be changed "
          + "there")
      return nil
    }
    return key
  }

  private func tell(_ stored: StoredLink, json: Bool) -> ExitCode {
    let report = LinkReport(written: stored, at: opened.now, in: opened.snapshot)
    return console.give(report, json: json) { report in
      console.print(report.shortURL)
      for doubt in report.doubts {
        console.complain("keiro links: warning: \(doubt.path): \(doubt.message)")
      }
    }
  }

  private func missing(_ key: LinkKey) -> ExitCode {
    refuse("there is no link '\(key.slug.onOneLine)' on \(key.host.onOneLine)")
  }

  private func withoutRandomness() -> ExitCode {
    console.complain("keiro links: the system has no randomness to give")
    return .environmentFailed
  }

  private func refuse(_ message: String) -> ExitCode { refuse([message]) }

  private func refuse(_ messages: [String]) -> ExitCode {
    messages.forEach { console.complain("keiro links: \($0)") }
    return .negative
  }
}

extension SiteRules {
  fileprivate func sentences(against link: ShortLink) -> [String] {
    faults(of: link).map(\.sentence)
  }
}

extension SiteRules.Fault {
  fileprivate var sentence: String { "\(path): \(message)" }
}
