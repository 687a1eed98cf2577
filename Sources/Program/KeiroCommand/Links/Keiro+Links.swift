import Changes
import JSONSyntax
import LinkStorage
import Links
import Questions
import Service
import SiteModel

/// Questions about links, and changes to them.
extension Keiro {
  private static let path = "/v1/links/"

  /// The link that a visitor would find under the name.
  func link(_ name: LinkName) throws(CommandFailure) -> JSONNode {
    try asked(.get("/v1/links:find", nil, name.parameters)) { inquiry throws(InquiryError) in
      try inquiry.link(named: name).document
    }
  }

  func createLink(_ description: JSONNode) throws(CommandFailure) -> JSONNode {
    try written(.post("/v1/links", nil, "", JSONOutput(description))) {
      links throws(ChangeError) in
      try links.create(LinkDraft(description, passwords: .scrypt)).stored
    }
  }

  /// - Parameter patch: a merge patch in the API's JSON.
  func changeLink(_ name: LinkName, _ patch: JSONNode) throws(CommandFailure) -> JSONNode {
    let key = try key(name)
    return try written(.patch(Self.path, "\(key.host)/\(key.slug)", JSONOutput(patch))) {
      links throws(ChangeError) in
      try links.edit(key, LinkPatch(patch, of: key, passwords: .scrypt))
    }
  }

  /// - Returns: the key of the deleted link.
  func removeLink(_ name: LinkName) throws(CommandFailure) -> LinkKey {
    let key = try key(name)
    _ = try edited(.delete(Self.path, "\(key.host)/\(key.slug)")) { links, _ throws(ChangeError) in
      try links.delete(key)
      return .null
    }
    return key
  }

  /// The versions of a link, which may have been deleted.
  func history(_ name: LinkName) throws(CommandFailure) -> JSONNode {
    let key = try formerKey(name)
    return try asked(
      .get(Self.path, "\(key.host)/\(key.slug)", ["limit": "1000"], action: "/versions")
    ) { inquiry throws(InquiryError) in
      try inquiry.versions(HistoryQuestion(of: key)).document
    }
  }

  func restoreLink(_ name: LinkName, version: Int?) throws(CommandFailure) -> JSONNode {
    let key = try formerKey(name)
    let body = JSONOutput.object(version.map { [.init("version", .int($0))] } ?? [])
    return try written(.post(Self.path, "\(key.host)/\(key.slug)", ":restore", body)) {
      links throws(ChangeError) in
      try links.restore(key, version: version)
    }
  }

  /// Reverts a whole change.
  func undo(_ change: Int, isDryRun: Bool) throws(CommandFailure) -> JSONNode {
    try edited(.undoing(change, isDryRun: isDryRun)) { links, opened throws(ChangeError) in
      try links.undo(change, isDryRun: isDryRun).document(in: opened.snapshot)
    }
  }

  /// The plan for a file of an owner's links, which is carried out unless `isDryRun` is set.
  func apply(
    _ bytes: [UInt8], _ request: ApplyRequest, isDryRun: Bool
  ) throws(CommandFailure) -> JSONNode {
    try edited(.applying(bytes, request, isDryRun: isDryRun)) {
      links, opened throws(ChangeError) in
      var file = links.file(of: request.owner, nil)
      file.feed(bytes)
      file.finish()
      let terms = ApplyingTerms(prunes: request.prunes, isDryRun: isDryRun)
      return try links.apply(file, terms, passwords: .scrypt).document(in: opened.snapshot)
    }
  }

  /// A page of the list of links.
  ///
  /// - Parameter cursor: `next` of the previous page; nil for the first.
  func links(
    _ filter: LinkFilter, after cursor: String?, limit: Int
  ) throws(CommandFailure) -> JSONNode {
    try asked(
      .get(
        "/v1/links", nil,
        [
          "host": filter.host, "tag": filter.tag, "owner": filter.owner,
          "campaign": filter.campaign, "search": filter.search,
          "state": filter.state?.state.rawValue, "health": filter.health?.rawValue,
          "sort": filter.order.rawValue, "cursor": cursor,
          "limit": String(limit),
        ])
    ) { inquiry throws(InquiryError) in
      try inquiry.links(filter, from: cursor.flatMap { LinkListCursor($0) }, limit: limit)
        .document
    }
  }

  /// A page of the list of deleted links.
  ///
  /// - Parameter cursor: `next` of the previous page; nil for the first.
  func deletedLinks(
    _ filter: LinkFilter, after cursor: String?, limit: Int
  ) throws(CommandFailure) -> JSONNode {
    try asked(
      .get(
        "/v1/links:deleted", nil,
        [
          "host": filter.host, "tag": filter.tag, "owner": filter.owner,
          "campaign": filter.campaign, "search": filter.search, "cursor": cursor,
          "limit": String(limit),
        ])
    ) { inquiry throws(InquiryError) in
      try inquiry.deletedLinks(filter, from: cursor.flatMap { DeletedCursor($0) }, limit: limit)
        .document
    }
  }

  /// The document of a created or changed link.
  private func written(
    _ call: @autoclosure () -> RemoteCall, here: (LinkEditor) throws(ChangeError) -> StoredLink
  ) throws(CommandFailure) -> JSONNode {
    try edited(call()) { links, opened throws(ChangeError) in
      LinkReport(
        written: try here(links), at: opened.now, in: opened.snapshot, beside: opened.store
      )
      .document
    }
  }

  /// The key of the named link, which may have been deleted.
  private func formerKey(_ name: LinkName) throws(CommandFailure) -> LinkKey {
    if case .parts(let host?, let slug) = name { return LinkKey(host: host, slug: slug) }
    let found = try asked(.get("/v1/links:find", nil, name.formerParameters)) {
      inquiry throws(InquiryError) in
      let key = try inquiry.key(ofFormer: name)
      return .object([.init("host", .string(key.host)), .init("slug", .string(key.slug))])
    }
    return try Self.key(of: found)
  }

  /// The key of the named link; a name with host and slug needs no look-up.
  private func key(_ name: LinkName) throws(CommandFailure) -> LinkKey {
    if case .parts(let host?, let slug) = name { return LinkKey(host: host, slug: slug) }
    return try Self.key(of: link(name))
  }

  private static func key(of link: JSONNode) throws(CommandFailure) -> LinkKey {
    guard let host = link.text("host"), let slug = link.text("slug") else {
      throw .environment("not-keiro", "the server's answer names no link")
    }
    return LinkKey(host: host, slug: slug)
  }
}

extension RemoteCall {
  fileprivate static func undoing(_ change: Int, isDryRun: Bool) -> RemoteCall {
    var call = upload("/v1/changes/\(change):undo", [("dryRun", String(isDryRun))], [])
    // The answer may follow an import of a million links.
    call.timeout = 600
    return call
  }

  fileprivate static func applying(
    _ bytes: [UInt8], _ request: ApplyRequest, isDryRun: Bool
  ) -> RemoteCall {
    var query = [("owner", request.owner), ("dryRun", String(isDryRun))]
    if request.prunes { query.append(("prune", "true")) }
    // An empty array would mean a request without a body.
    var call = upload("/v1/links:apply", query, bytes.isEmpty ? [UInt8(ascii: "\n")] : bytes)
    call.fields = [("Content-Type", "application/octet-stream")]
    // A file may contain many passwords, and comparing each takes time.
    call.timeout = 300
    return call
  }
}

extension LinkName {
  /// The query parameters of the API.
  fileprivate var parameters: KeyValuePairs<String, String?> {
    switch self {
    case .parts(let host, let slug): ["host": host, "slug": slug]
    case .text(let text): ["url": text]
    }
  }

  /// The query parameters that also find deleted links.
  fileprivate var formerParameters: KeyValuePairs<String, String?> {
    switch self {
    case .parts(let host, let slug): ["host": host, "slug": slug, "former": "true"]
    case .text(let text): ["url": text, "former": "true"]
    }
  }
}
