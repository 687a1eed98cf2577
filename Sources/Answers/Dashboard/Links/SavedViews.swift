import HTTPCore
import LinkStorage
import Service
import WebSyntax

/// The named filters of the list of links.
///
/// They are addresses of the list in a cookie of the browser, so that they cost the store nothing
/// and reveal no more than the addresses would.
struct SavedViews {
  /// The names of the views, and the queries of their lists' addresses without question marks.
  private(set) var views: [(name: String, query: String)] = []

  static let cookie = "keiro-views"
  static let limit = 8
  /// Below the 4,096 bytes that browsers allow for cookies (RFC 6265, section 6.1).
  private static let mostBytes = 3500
  private static let longestName = 40

  /// Skips what cannot be read.
  init(_ request: PageRequest) {
    guard let text = request.cookie(Self.cookie), text.utf8.count <= Self.mostBytes,
      let items = PageForm(Array(text.utf8)[...])?.items
    else { return }
    for item in items {
      guard let query = PageForm(Array(item.value.utf8)[...]) else { continue }
      _ = save(item.name, LinkListing(query))
    }
  }

  /// The name of the view with exactly this filter and order.
  func name(of listing: LinkListing) -> String? {
    views.first { $0.query == listing.query }?.name
  }

  /// The query of the view with a name; nil without one.
  func query(named name: String) -> String? { views.first { $0.name == name.trimmed }?.query }

  /// Saves a view, replacing one of the same name. Returns false for an invalid name or too many
  /// views.
  mutating func save(_ name: String, _ listing: LinkListing) -> Bool {
    let name = name.trimmed
    guard !name.isEmpty, name.count <= Self.longestName,
      !name.unicodeScalars.contains(where: { $0.isControl || $0.turnsText })
    else { return false }
    var other = self
    other.forget(name)
    other.views.append((name, listing.query))
    guard other.views.count <= Self.limit, other.text.utf8.count <= Self.mostBytes else {
      return false
    }
    self = other
    return true
  }

  mutating func forget(_ name: String) { views.removeAll { $0.name == name } }

  private var text: String {
    String(PageQuery.text(views.map { ($0.name, $0.query) }).dropFirst())
  }

  var setting: String {
    "\(Self.cookie)=\(text); Path=/dashboard; Max-Age=31536000; HttpOnly; SameSite=Lax"
  }
}

extension LinkListing {
  /// The filter and the order as a query without its question mark; empty for the whole list.
  var query: String { String(PageQuery.text(items).dropFirst()) }
}

enum ViewAction: String, FormAction {
  case save, forget

  var word: Word { self == .forget ? .forgetView : .saveView }
}

extension PageContext {
  /// Links to the saved views, and a form that saves or removes the current one.
  func savedViews(_ listing: LinkListing) -> Markup {
    let saved = SavedViews(request)
    let here = saved.name(of: listing)
    let items = Markup.each(saved.views) { view in
      let current: Markup = view.name == here ? " aria-current=\"true\"" : ""
      return """
        <li><a href="/dashboard/links?\(view.query)"\(current) dir="auto">\(view.name)</a></li>
        """
    }
    return .of(
      .when(!items.isEmpty, tabs(.savedViews, items)),
      viewForm(listing, here, isFull: saved.views.count >= SavedViews.limit))
  }

  private func viewForm(_ listing: LinkListing, _ here: String?, isFull: Bool) -> Markup {
    guard !listing.query.isEmpty else { return "" }
    if let here {
      return """
        <form method="post" action="/dashboard/views" class="row">\(hidden(listing.formItems))
        \(hidden("name", here))
        <button class="quiet small" name="action" value="forget">\(t(.forgetView))</button></form>
        """
    }
    return """
      <details class="data"><summary>\(t(.saveView))</summary>
      <form method="post" action="/dashboard/views" class="row">\(hidden(listing.formItems))
      <p class="field"><label for="view">\(t(.name))</label>
      <input id="view" name="name" required maxlength="40" aria-describedby="view-hint"></p>
      <button class="quiet" name="action" value="save">\(t(.saveView))</button></form>
      <p class="hint" id="view-hint">\(isFull ? t(.viewsFull, SavedViews.limit) : t(.viewHint))</p></details>
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
      guard saved.save(name, listing) else {
        throw .parameter("name", Phrase(.tooManyViews, SavedViews.limit))
      }
    case .forget: saved.forget(name)
    }
    var answer = HTTPResponse.redirect(to: PageAddresses.page(listing.address, [("done", done)]))
    answer.fields.append("Set-Cookie", saved.setting)
    return answer
  }
}
