import LinkStorage
import Links
import Management
import Questions
import Service

/// What stands around the table of links.
extension LinkListing {
  /// A larger list is told as one of more than so many links.
  static let mostCounted = 10_000
  /// Pages further back are left out: the first page stays within reach.
  static let trailLimit = 100
  /// Stands in no place.
  static let trailMark: Character = "~"

  /// The list of a state, with what it is filtered by besides.
  func with(state: LinkState?) -> LinkListing {
    var other = first
    (other.state, other.health) = (state, nil)
    return other
  }

  /// Its first part.
  var first: LinkListing {
    var other = self
    (other.cursor, other.trail) = (nil, [])
    return other
  }

  func next(_ place: LinkListPlace) -> LinkListing {
    var other = self
    other.cursor = place.description
    if let cursor { other.trail = (trail + [cursor]).suffix(Self.trailLimit) }
    return other
  }

  /// The part before; nil for the first.
  var previous: LinkListing? {
    guard cursor != nil else { return nil }
    var other = self
    other.cursor = other.trail.popLast()
    return other
  }
}

extension PageContext {
  /// How many links a list has, at least. Nil where only reading all links would tell: no index knows
  /// what a text is found in.
  func count(
    _ answer: LinkListAnswer, of filter: LinkFilter, _ listing: LinkListing
  ) throws(Problem) -> Int? {
    guard listing.cursor != nil || answer.next != nil else { return answer.links.count }
    guard filter.search == nil else { return nil }
    return try asked { inquiry throws(InquiryError) in
      try inquiry.count(filter, upTo: LinkListing.mostCounted + 1)
    }
  }

  func countLine(_ count: Int?, _ answer: LinkListAnswer) -> Markup {
    guard !answer.links.isEmpty else { return "" }
    let known = count ?? answer.links.count
    let isMore = count == nil || known > LinkListing.mostCounted
    guard count != nil || answer.next != nil else { return "" }
    let word: Word =
      isMore ? .moreLinksThan(min(known, LinkListing.mostCounted)) : .linkCount(known)
    return "<p class=\"soft\" id=\"count\">\(t(word))</p>"
  }

  /// Searches that many need.
  func views(_ listing: LinkListing) -> Markup {
    let views: [(state: LinkState?, word: Word)] =
      [(nil, .all)] + LinkState.allCases.map { ($0, $0.word) }
    let items = Markup.each(views) { state, word in
      let isShown = listing.state == state && listing.health == nil
      let current: Markup = isShown ? " aria-current=\"true\"" : ""
      return """
        <li><a href="\(listing.with(state: state).address)"\(current)>\(t(word))</a></li>
        """
    }
    return "<nav aria-label=\"\(t(.views))\"><ul class=\"tabs\">\(items)</ul></nav>"
  }

  func pager(_ next: LinkListPlace?, _ listing: LinkListing) -> Markup {
    func button(_ listing: LinkListing, _ word: Word, _ relation: Markup = "") -> Markup {
      "<a class=\"button quiet\"\(relation) href=\"\(listing.address)\">\(t(word))</a>"
    }
    let first: Markup =
      listing.cursor == nil ? "" : button(listing.first, .firstPage)
    let previous = listing.previous.map { button($0, .previousPage, " rel=\"prev\"") } ?? ""
    let more = next.map { button(listing.next($0), .nextPage, " rel=\"next\"") } ?? ""
    return "<nav class=\"pager\" aria-label=\"\(t(.pages))\">\(first)\(previous)\(more)</nav>"
  }

  /// A tick that selects all links of the list, where they are more than a page and not too many for
  /// one action.
  func everyField(_ shown: Int, of count: Int?) -> Markup {
    guard let count, count > shown, count <= Self.bulkLimit else { return "" }
    return """
      <label class="check"><input type="checkbox" name="every" value="yes"> \
      \(t(.selectAllLinks(count)))</label>
      """
  }
}
