import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Management
import Service

extension PageContext {
  /// Whether the user sees the whole service, as whoever is on call does.
  var seesService: Bool { user?.isAdmin == true && user?.authority.reach.isBounded == false }

  /// What needs someone, as far as it concerns the user: hosts and destinations concern everybody.
  var statusItems: [StatusFact] {
    guard let user, let board = pages.service.services.status, may(.readLinks) else { return [] }
    return board.items(pages.directory, at: timestamp).filter { item in
      user.authority.covers(item.reach)
        && (user.isAdmin || item.code == .doctor || item.code == .destinations)
    }
  }

  /// `GET /dashboard/status`
  func statusPage() throws(Problem) -> HTTPResponse {
    try require(.admin)
    guard seesService else { throw Problem(.forbidden, "host-not-reached", .wholeServiceNeeded) }
    let items = statusItems
    let list: Markup =
      items.isEmpty
      ? empty(t(.nothingWrong))
      : "<section class=\"card attention\"><ul>\(rows(of: items))</ul></section>"
    return page(
      t(.status),
      """
      \(heading(t(.status)))
      <p class="soft">\(t(.statusHint))</p>
      \(list)
      \(nodes)
      \(configurationPart)
      \(try unknownPart())
      """)
  }

  private func rows(of items: some Sequence<StatusFact>) -> Markup {
    .each(items) { item in
      let (word, kind) = item.weight.display
      return """
        <li class="\(kind)">\(badge(word, kind)) <a href="\(item.link)">\(said(Sentence(item)))</a> \
        <span class="soft">\(item.since.map(ago) ?? "")</span></li>
        """
    }
  }

  private static let overviewItems = 5

  /// The first items for the overview, with a way to all of them.
  var statusRows: Markup {
    let items = statusItems
    guard seesService, items.count > Self.overviewItems else { return rows(of: items) }
    let all = t(.showAllItems, items.count)
    return .of(
      rows(of: items.prefix(Self.overviewItems)),
      "<li><a href=\"/dashboard/status\">\(all)</a></li>")
  }

  private var configurationPart: Markup {
    guard let configuration = pages.service.services.status?.configuration(pages.directory) else {
      return ""
    }
    let loaded = configuration.loadedAt.map { fact(t(.loadedAt), time($0)) }
    let digest = configuration.digest.map { fact("SHA-256", "<code>\($0)</code>") }
    return """
      <section class="card"><h2>\(t(.configurationInForce))</h2>
      <dl class="facts">\(loaded ?? "")\(digest ?? "")</dl></section>
      """
  }

  /// The number of unknown addresses that the page shows unless it is asked for all.
  private static let unknownShown = 50

  private func unknownPart() throws(Problem) -> Markup {
    let isWhole = query.has("all")
    let addresses = try unknownAddresses(isWhole ? UnknownAddress.shown : Self.unknownShown)
    let rows = Markup.each(addresses) { address in
      """
      <tr>\(cell(.address, Markup.breakable(address.host + address.path), "long"))\
      \(cell(.requests, "\(number(address.count))", "number"))</tr>
      """
    }
    let columns: Markup = "\(column(t(.address)))\(column(t(.requests), isNumber: true))"
    let list = table(t(.unknownAddresses), columns, rows, isSortable: false, hasCards: true)
    let all: Markup = """
      <p><a href="/dashboard/status?all=yes#unknown">\(t(.showAllItems, UnknownAddress.shown))</a></p>
      """
    return """
      <section class="card" id="unknown"><h2>\(t(.unknownAddresses))</h2>
      <p class="soft">\(t(.unknownHint))</p>
      \(addresses.isEmpty ? empty(t(.noUnknownAddresses)) : list)\
      \(.when(!isWhole && addresses.count == Self.unknownShown, all))</section>
      """
  }

  private func unknownAddresses(_ limit: Int) throws(Problem) -> [UnknownAddress] {
    do throws(LinkStoreError) {
      return try pages.directory.managed.unknownAddresses(limit: limit, now: timestamp)
    } catch {
      throw Problem(error)
    }
  }

  private var nodes: Markup {
    let nodes = pages.sources.nodes()
    guard !nodes.isEmpty else { return "" }
    let rows = Markup.each(nodes) { node in
      """
      <tr><th scope="row">\(node.name)</th>\
      \(cell(.state, node.isInOrder ? badge(.inOrder, "good") : badge(.notInOrder, "bad")))\
      \(cell(.details, told(node.note)))</tr>
      """
    }
    return """
      <section class="card" id="nodes"><h2>\(t(.nodes))</h2>
      \(table(t(.nodes), [.name, .state, .details], rows))
      </section>
      """
  }
}

extension StatusFact.Weight {
  /// Its name, and the class that tells grave from light.
  fileprivate var display: (word: Word, kind: String) {
    switch self {
    case .critical: (.weightCritical, "bad")
    case .warning: (.weightWarning, "warn")
    case .note: (.weightNote, "")
    }
  }
}
