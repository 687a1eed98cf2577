import Changes
import AppAssociation
import JSONSyntax
import Links
import Management
import LinkStorage
import Links
import Management
import Service
import SiteModel
import WebSyntax

/// Parts that many pages have.
extension PageContext {
  /// A time: a script shows it in the reader's zone, without one it is in UTC.
  func time(_ text: String) -> Markup {
    let plain = text.replacing("T", with: " ").replacing("Z", with: " UTC")
    return "<time datetime=\"\(text)\">\(plain)</time>"
  }

  func time(_ time: Timestamp) -> Markup { self.time(time.description) }

  func number(_ number: Int) -> String { PageNumber.text(number) }

  /// A heading with what can be done beside it.
  func heading(_ title: String, _ actions: Markup = "") -> Markup {
    "<div class=\"head\"><h1 dir=\"auto\">\(title)</h1><div class=\"actions\">\(actions)</div></div>"
  }

  /// A list without anything in it, and what to do about it.
  func empty(_ text: String, _ action: Markup = "") -> Markup {
    "<div class=\"empty\"><p>\(text)</p>\(action)</div>"
  }

  func notice(_ text: Markup, isError: Bool = false) -> Markup {
    isError
      ? "<div class=\"notice wrong\" role=\"alert\">\(text)</div>"
      : "<div class=\"notice\" role=\"status\">\(text)</div>"
  }

  /// A table that scrolls by itself where it is too wide.
  func table(
    _ caption: String, _ columns: Markup, _ rows: Markup, isSortable: Bool = true
  ) -> Markup {
    let sortable: Markup = isSortable ? " class=\"sortable\"" : ""
    return """
      <div class="scroll" role="region" aria-label="\(caption)" tabindex="0">
      <table\(sortable)><caption class="unseen">\(caption)</caption>
      <thead><tr>\(columns)</tr></thead>
      <tbody>\(rows)</tbody></table></div>
      """
  }

  func column(_ name: String, isNumber: Bool = false) -> Markup {
    isNumber ? "<th scope=\"col\" class=\"number\">\(name)</th>" : "<th scope=\"col\">\(name)</th>"
  }

  /// A text that is shown this once, with a button that copies it.
  func secret(_ label: String, _ text: String) -> Markup {
    """
    <p class="copy"><code id="secret" tabindex="0" aria-label="\(label)">\(text)</code> \
    <button type="button" class="quiet" data-copy="\(text)" hidden>\(t(.copy))</button></p>
    """
  }

  /// Hosts with short links that the user reaches, the first of each site first.
  var linkHosts: [String] {
    snapshot.reachedSites.map { snapshot.sites[$0].definition }
      .filter { $0.shortLinks != nil }
      .flatMap { site in site.hosts.filter { !$0.isWildcard }.map(\.name) }
      .filter(snapshot.reaches)
  }

  /// What something reaches, in a table.
  func hosts(_ reach: HostReach) -> String {
    reach.isBounded ? reach.names.joined(separator: ", ") : t(.allHosts)
  }

  /// A field for hosts, which may stay empty.
  var hostsField: Markup {
    let isBounded = user?.authority.reach.isBounded ?? true
    let hint = t(
      isBounded ? .emptyForYourOwnWithCommasBetweenThem : .emptyForAllWithCommasBetweenThem)
    return """
      <p class="field"><label for="hosts">\(t(.hosts))</label>
      <input id="hosts" name="hosts" aria-describedby="hosts-hint">
      <span class="hint" id="hosts-hint">\(hint)</span></p>
      """
  }

  /// Why a form was not taken.
  func refusal(_ problem: Problem) -> Markup {
    let names: [String: Word] = [
      "name": .name, "scopes": .may, "hosts": .hosts, "expires": .ends, "role": .role,
      "url": .address, "types": .events,
    ]
    let items = Markup.each(problem.faults) { fault in
      "<li>\(names[fault.field].map(t) ?? fault.field): \(said(fault.detail))</li>"
    }
    return notice("<p>\(said(problem.detail))</p><ul>\(items)</ul>", isError: true)
  }
}
