import JSONSyntax
import Links
import WebSyntax

extension RowReader {
  mutating func noteMove(from base: String) {
    let host = HostName.compared(String(base.prefix { $0 != ":" }))
    guard let home = hosts.home(of: host), home.host != host,
      movedHosts.count < Self.notedLimit,
      !movedHosts.contains(host)
    else { return }
    movedHosts.append(host)
  }

  /// What is to be said of all rows together.
  var remarks: [FileRemark] {
    let (moved, missing) = (movedHosts, columns.missingMembers)
    let move = moved.count > 1 ? hosts.otherHost.map { FileRemark.hostsMoved(moved, to: $0) } : nil
    return [
      move, keptColumns.isEmpty ? nil : .columnsKept(keptColumns),
      missing.isEmpty ? nil : .membersMissing(missing),
    ].compactMap(\.self)
  }

  /// The number of hosts, and of columns, that are named.
  static var notedLimit: Int { 20 }

  /// The column of a required value that this row lacks.
  func emptyColumn(_ tree: LinkTree, _ names: [String: String]) -> String? {
    let hasShortURL = tree.text(LinkColumns.shortURL) != nil
    let hasHost = tree.text("host") != nil
    var keyPaths: [String] = []
    if !hasShortURL {
      if !hasHost, !isForeign, hosts.otherHost == nil { keyPaths.append("host") }
      if tree.text("slug") == nil, !isForeign || !hasHost { keyPaths.append("slug") }
    }
    guard let path = (keyPaths + ["url"]).first(where: { tree.text($0) == nil }) else { return nil }
    let known =
      path != "url" && names[LinkColumns.shortURL] != nil ? LinkColumns.shortURL : path
    let holds = { (column: LinkColumn) in path == "url" ? column.mayLead : column.path == known }
    return names[known] ?? columns.columns.columns.first(where: holds)?.name ?? known
  }

  /// The keys of the links of a row: one for each of its addresses.
  func keys(_ row: inout RowDraft) -> Result<[LinkKey], ImportFault> {
    var notes: [ImportRemark] = []
    let first = key(&row.tree) { notes.append($0) }
    guard !row.moreAddresses.isEmpty else {
      row.notes += notes.map { Sentence($0) }
      return first.map { [$0] }
    }
    let base = row.base
    let others = row.moreAddresses.map { text -> Result<LinkKey, ImportFault> in
      let isName = !text.utf8.contains(UInt8(ascii: "/"))
      return hosts.key(ofShortURL: isName ? "\(base ?? "")/\(text)" : text) { notes.append($0) }
    }
    var keys: [LinkKey] = []
    var faults: [ImportFault] = []
    for result in [first] + others {
      switch result {
      case .success(let key): if !keys.contains(key) { keys.append(key) }
      case .failure(let fault): faults.append(fault)
      }
    }
    if keys.isEmpty, let fault = faults.first { return .failure(fault) }
    row.notes += (notes + faults.map { .addressLeftOut($0.reason) }).map { Sentence($0) }
    return .success(keys)
  }

  private func key(_ tree: inout LinkTree, note: (ImportRemark) -> Void) -> Result<
    LinkKey, ImportFault
  > {
    if let shortURL = tree.remove(LinkColumns.shortURL) {
      return hosts.key(ofShortURL: shortURL, note: note)
    }
    let slug = tree.text("slug") ?? ""
    guard let host = tree.text("host") ?? hosts.otherHost else {
      return .failure(ImportFault(FileFault.namesNoHost))
    }
    guard let home = hosts.home(of: host) else { return .failure(hosts.unserved(host)) }
    guard !isForeign || !slug.isEmpty && slug != "_root" else {
      return .failure(.root(home.host))
    }
    return .success(hosts.canonical(LinkKey(host: home.host, slug: slug)))
  }
}
