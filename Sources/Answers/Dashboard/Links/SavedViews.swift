import HTTPCore
import JSONSyntax
import LinkStorage
import Service
import WebSyntax

/// The named filters of the list of links.
///
/// They are addresses of the list in a cookie of the browser, so that they cost the store nothing
/// and reveal no more than the addresses would.
struct SavedViews {
  private(set) var kept: KeptItems
  /// The names of the views, and the queries of their lists' addresses without question marks.
  var views: [(name: String, value: String)] { kept.items }

  static let limit = KeptItems.limit
  private static let longestName = 40

  /// Skips what cannot be read.
  init(_ request: PageRequest) {
    kept = KeptItems("keiro-views", request)
    let items = kept.items
    kept.items = []
    for item in items {
      guard let query = PageForm(Array(item.value.utf8)[...]) else { continue }
      _ = save(item.name, LinkListing(query))
    }
  }

  /// The name of the view with exactly this filter and order.
  func name(of listing: LinkListing) -> String? {
    views.first { $0.value == listing.query }?.name
  }

  /// The query of the view with a name; nil without one.
  func query(named name: String) -> String? { views.first { $0.name == name.trimmed }?.value }

  /// Saves a view, replacing one of the same name.
  ///
  /// - Returns: why it is not saved; nil once it is.
  mutating func save(_ name: String, _ listing: LinkListing) -> Phrase? {
    let name = name.trimmed
    guard !name.isEmpty, name.count <= Self.longestName,
      !name.unicodeScalars.contains(where: { $0.isControl || $0.turnsText })
    else { return Phrase(.viewName, Self.longestName) }
    var other = self
    other.forget(name)
    other.kept.items.append((name, listing.query))
    guard other.kept.fits else {
      return other.views.count > Self.limit
        ? Phrase(.viewsFull, Self.limit) : Phrase(.viewsTooLong)
    }
    self = other
    return nil
  }

  mutating func forget(_ name: String) { kept.items.removeAll { $0.name == name } }
}

/// Named texts that a browser keeps in a cookie, as the items of a query.
struct KeptItems {
  var items: [(name: String, value: String)]
  private let cookie: String

  static let limit = 8
  /// Below the 4,096 bytes that browsers allow for cookies (RFC 6265, section 6.1).
  private static let mostBytes = 3500

  init(_ cookie: String, _ request: PageRequest) {
    self.cookie = cookie
    let bytes = Array((request.cookie(cookie) ?? "").utf8)
    items = bytes.count <= Self.mostBytes ? PageForm(bytes[...])?.items ?? [] : []
  }

  private var text: String { String(PageQuery.text(items.map { ($0, $1) }).dropFirst()) }
  var fits: Bool { items.count <= Self.limit && text.utf8.count <= Self.mostBytes }

  func keep(in answer: HTTPResponse) -> HTTPResponse {
    answer.keeping(cookie, text, isForScripts: false)
  }
}

extension LinkListing {
  /// The filter and the order as a query without its question mark; empty for the whole list.
  var query: String { String(PageQuery.text(items).dropFirst()) }
}

enum ViewAction: String, FormAction {
  case save, forget

  static let section = "view"
}

extension PageContext {
  /// Links to the saved views, and a form that saves or removes the current one.
  ///
  /// - Parameter typed: a form of the page that was refused; empty for none.
  func savedViews(_ listing: LinkListing, _ typed: PageForm) -> Markup {
    let saved = SavedViews(request)
    let here = saved.name(of: listing)
    let items = Markup.each(saved.views) { view in
      let current: Markup = view.name == here ? " aria-current=\"true\"" : ""
      return """
        <li><a href="/dashboard/links?\(view.value)"\(current) dir="auto">\(view.name)</a></li>
        """
    }
    return .of(
      .when(!items.isEmpty, tabs(.savedViews, items)),
      viewForm(listing, here, typed, isFull: saved.views.count >= SavedViews.limit))
  }

  private func viewForm(
    _ listing: LinkListing, _ here: String?, _ typed: PageForm, isFull: Bool
  ) -> Markup {
    let isRefused = typed.fault(at: "name") != nil
    guard isRefused || !listing.query.isEmpty else { return "" }
    if let here, !isRefused {
      return """
        <form method="post" action="/dashboard/views" class="row">\(hidden(listing.formItems))
        \(hidden("name", here))
        <button class="quiet small" name="action" value="forget">\(t(ViewAction.forget.word))</button></form>
        """
    }
    // What was refused says it beside the name.
    let hint = isFull && !isRefused ? t(.viewsFull, SavedViews.limit) : t(.viewHint)
    return """
      <details class="data"\(.when(isRefused, " open"))><summary>\(t(ViewAction.save.word))</summary>
      <form method="post" action="/dashboard/views" class="row">\(hidden(listing.formItems))
      <p class="field"><label for="view">\(t(.name))</label>
      <input id="view" name="name" required maxlength="40" value="\(typed["name"] ?? "")"\
      \(aria("name", typed, hasHint: true))>\(fault("name", typed))</p>
      <button class="quiet" name="action" value="save">\(t(ViewAction.save.word))</button></form>
      <p class="hint" id="name-hint">\(hint)</p></details>
      """
  }

  func changeViews() throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    let listing = LinkListing(ofForm: form)
    var saved = SavedViews(request)
    let name = form.text("name") ?? ""
    var done: String?
    switch try form.action(ViewAction.self) {
    case .save:
      if let query = saved.query(named: name), query != listing.query { done = "view" }
      if let fault = saved.save(name, listing) {
        var typed = form
        typed.faults = [FieldFault("name", fault)]
        return try linksPage(listing, notice: "", typed: typed)
      }
    case .forget: saved.forget(name)
    }
    return saved.kept.keep(
      in: .redirect(to: PageAddresses.page(listing.address, [("done", done)])))
  }
}
