import HTTPCore
import LinkImport
import LinkStorage
import Links
import Management
import Questions
import Service
import SiteModel

extension LinkListing {
  /// The largest exact count; for a longer list the page says that it has more links than this.
  static func mostCounted(_ filter: LinkFilter) -> Int { filter.isScanned ? mostFound : 10_000 }
  /// The number of earlier pages remembered; a button leads from any page to the first.
  static let trailLimit = 100
  /// The largest exact number of links that no index finds.
  static let mostFound = 5_000
  /// The number of links that a page looks at, so that typing stays fast among millions: no index covers
  /// searches for text. Beyond it a page says how far it has looked, and leads to a search through all
  /// links, which are not counted then; nor has an order by clicks those of the last minute.
  static let mostSearched = 100_000
  /// The number of deletions that a page of deleted links looks at, each of which is a text to be read.
  static let newestDeleted = 10_000
  /// A separator that occurs in no cursor.
  static let trailMark: Character = "~"

  /// The number of links that a page looks at where its filter leaves many out; nil for all. The short
  /// URL of a link finds it however old it is.
  func searchedLinks(in snapshot: ServiceSnapshot) -> Int? {
    let isOfOneLink = typed(in: snapshot)?.isOfOneLink ?? false
    return searchesAll || isOfOneLink ? nil : Self.mostSearched
  }

  /// The list of a state, with the other filters unchanged.
  func with(state: LinkState?) -> LinkListing {
    var other = first
    (other.state, other.health, other.isOfDeleted) = (state, nil, false)
    return other
  }

  /// The list of deleted links, with the other filters unchanged.
  var ofDeleted: LinkListing {
    var other = with(state: nil)
    (other.isOfDeleted, other.order) = (true, .created)
    return other
  }

  var first: LinkListing {
    var other = self
    (other.cursor, other.trail) = (nil, [])
    return other
  }

  func next(_ next: String) -> LinkListing {
    var other = self
    other.cursor = next
    if let cursor { other.trail = (trail + [cursor]).suffix(Self.trailLimit) }
    return other
  }

  /// The previous page; nil for the first.
  var previous: LinkListing? {
    guard cursor != nil else { return nil }
    var other = self
    other.cursor = other.trail.popLast()
    return other
  }
}

extension PageContext {
  /// The number of links in a list, or a lower bound. Nil when counting would have to read very
  /// many links.
  func count(
    _ answer: LinkListAnswer, of filter: LinkFilter, _ listing: LinkListing
  ) throws(Problem) -> Int? {
    guard !answer.isCut else { return nil }
    guard listing.cursor != nil || answer.next != nil else { return answer.links.count }
    if filter.isScanned {
      guard try !hasMany() else { return nil }
    }
    return try asked(inquiry.count(filter, upTo: LinkListing.mostCounted(filter) + 1))
  }

  func countLine(_ count: Int?, _ answer: LinkListAnswer, _ filter: LinkFilter) -> Markup {
    guard !answer.links.isEmpty, !answer.isCut else { return "" }
    let most = LinkListing.mostCounted(filter)
    let known = count ?? answer.links.count
    let isMore = count == nil || known > most
    guard count != nil || answer.next != nil else { return "" }
    return isMore ? countLine(.moreLinksThan, min(known, most)) : countLine(.linkCount, known)
  }

  /// Whether there are more links than a page looks at.
  private func hasMany() throws(Problem) -> Bool {
    let most = LinkListing.mostSearched
    return try asked(inquiry.count(LinkFilter(), upTo: most + 1)) > most
  }

  /// A line below a search that has not looked at every link, which leads to one that does; below an
  /// order by clicks of many links, how old these are.
  func cutLine(_ answer: LinkListAnswer, _ listing: LinkListing) throws(Problem) -> Markup {
    guard answer.isCut else {
      guard listing.order == .clicks, answer.next != nil, try hasMany() else { return "" }
      return "<p class=\"soft\" id=\"age\">\(t(.orderOfClicksAge))</p>"
    }
    guard listing.order == .created else {
      return cutLine(.searchedMostClicked, LinkListing.mostSearched, listing)
    }
    var since: Markup = ""
    if case .stored(let end?) = answer.next {
      since = " \(t(.searchedSince)) \(time(end.time))"
    }
    return cutLine(.searchedNewest, LinkListing.mostSearched, listing, since)
  }

  /// - Parameters:
  ///   - first: the word for the links that the first page has looked at.
  ///   - count: the number of links that a page looks at.
  ///   - since: how old the oldest of them is.
  func cutLine(
    _ first: Word, _ count: Int, _ listing: LinkListing, _ since: Markup = ""
  ) -> Markup {
    var all = listing.first
    all.searchesAll = true
    let word: Word = listing.cursor == nil ? first : .searchedNext
    return """
      <p class="soft" id="cut">\(t(word, count))\(since) <a href="\(all.address)">\(t(.searchAllLinks))</a></p>
      """
  }

  /// The line that says how many links a list has.
  func countLine(_ word: Word, _ count: Int) -> Markup {
    "<p class=\"soft\" id=\"count\">\(t(word, count))</p>"
  }

  /// The states of links and of their destinations, and the list of deleted links.
  func views(_ listing: LinkListing) -> Markup {
    let views: [(state: LinkState?, word: Word)] =
      [(nil, .all)] + LinkState.allCases.map { ($0, $0.word) }
    let states = Markup.each(views) { state, word in
      let isShown = !listing.isOfDeleted && listing.state == state && listing.health == nil
      return tab(listing.with(state: state).address, t(word), isHere: isShown)
    }
    let healths = Markup.each(HealthState.allCases) { health in
      guard let notice = health.notice else { return "" }
      var other = listing.with(state: nil)
      other.health = health
      return tab(other.address, t(notice.word), isHere: listing.health == health)
    }
    let items = Markup.of(states, healths)
    let deleted = tab(
      listing.ofDeleted.address, t(.deletedLinks), isHere: listing.isOfDeleted)
    return tabs(.views, .of(items, deleted))
  }

  /// - Parameter next: the cursor of the next page; nil on the last.
  func pager(_ next: String?, _ listing: LinkListing) -> Markup {
    func button(_ listing: LinkListing, _ word: Word, _ relation: Markup = "") -> Markup {
      "<a class=\"button quiet\"\(relation) href=\"\(listing.address)\">\(t(word))</a>"
    }
    let first = Markup.when(listing.cursor != nil, button(listing.first, .firstPage))
    let previous = listing.previous.map { button($0, .previousPage, " rel=\"prev\"") }
    let more = next.map { button(listing.next($0), .nextPage, " rel=\"next\"") }
    return "<nav class=\"pager\" aria-label=\"\(t(.pages))\">\(first)\(previous)\(more)</nav>"
  }

  /// A tick that selects all links of the list, if they exceed a page and are few enough for one
  /// action.
  func everyField(_ shown: Int, of count: Int?) -> Markup {
    guard let count, count > shown, count <= Self.bulkLimit else { return "" }
    return """
      <label class="check"><input type="checkbox" name="every" value="yes"> \
      \(t(.selectAllLinks, count))</label>
      """
  }
}

/// The list of links as a table for people, with the filter and the order of the page. Exports for later
/// import have other columns.
extension PageContext {
  private static let exportedAtOnce = 500

  func listExport(_ listing: LinkListing, of user: SignedIn) throws(Problem) -> HTTPResponse {
    let filter = try listing.filter(at: timestamp, in: snapshot)
    let withClicks = may(.readStatistics)
    var answer = HTTPResponse.file("links.csv")
    answer.source = try PagedSource(
      from: LinkListCursor.stored(after: nil), for: user.transferOwner, of: pages.directory
    ) { start throws(Problem) in
      let part = try asked(
        inquiry.links(filter, from: start, limit: Self.exportedAtOnce, withClicks: withClicks))
      let header = start == .stored(after: nil) ? exportHeader : ""
      return (header + part.links.map(exportRow).joined(), part.next)
    }
    return answer
  }

  /// The header line after a byte order mark, by which spreadsheets recognise UTF-8.
  private var exportHeader: String {
    let words: [Word] = [.shortLink, .leadsTo, .name, .tags, .state, .clicks, .madeAt]
    return "\u{FEFF}" + CSVText.record(words.map { t($0) } + [label("expires")])
  }

  private func exportRow(_ report: LinkReport) -> String {
    let link = report.link
    let fields = [
      report.shortURL, link.url, link.name ?? "", link.tags.joined(separator: ", "),
      t(stateWord(report)), report.clicks.map(String.init) ?? "",
      link.createdAt?.description ?? "", link.expires?.description ?? "",
    ]
    return CSVText.record(fields.map(CSVText.guarded))
  }
}
