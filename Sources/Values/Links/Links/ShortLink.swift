import WebSyntax

/// A short link: its host and slug, its destinations and its lifetime.
///
/// `LinkField.all` documents its fields.
@dynamicMemberLookup
package struct ShortLink: Equatable, Sendable {
  /// The host of the link in lower case, or a wildcard for a configured link.
  package var host: String
  /// The part of the URL after the site's prefix.
  package var slug: String
  /// The destination, an http or https URL.
  package var url: String
  package var status: RedirectStatus
  package var query: QueryMode
  /// Whether iPhones and iPads are redirected without a landing page.
  package var skipPage: Bool
  /// Whether the link is kept but leads nowhere.
  package var archived: Bool
  /// The time of creation; nil for a configured link without one.
  package var createdAt: Timestamp?
  /// The time of the last change; nil for a configured link without one.
  package var updatedAt: Timestamp?
  /// Whether the link was created here, or changed here since an import last wrote it: not a field but
  /// a mark that stores set, cleared when an import replaces the link.
  package var isEdited: Bool
  /// Zero or one element: an array is a copy-on-write box that costs nothing while it is empty. Links
  /// are kept by the hundred thousand, and the rare fields are four times as large as the others.
  @usableFromInline private(set) var box: [Rare]

  package init(host: String, slug: String, url: String) {
    self.host = host
    self.slug = slug
    self.url = url
    status = .found
    query = .merge
    skipPage = false
    archived = false
    isEdited = false
    box = []
  }

  /// The rare fields. Code that changes several of them takes them out and stores them back once.
  package var rare: Rare {
    get { box.first ?? Rare() }
    set { box = newValue == Rare() ? [] : [newValue] }
  }

  package var key: LinkKey { LinkKey(host: host, slug: slug) }

  /// Whether the owner's file keeps the link: compares bytes, as stores do.
  package func belongs(to owner: String) -> Bool {
    self.owner.map { $0.utf8.elementsEqual(owner.utf8) } ?? false
  }

  /// The status code of the redirect; responses that may be cached hide later changes and clicks.
  package enum RedirectStatus: Int, CaseIterable, Sendable {
    case movedPermanently = 301
    case found = 302
    case seeOther = 303
    case temporary = 307
    case permanent = 308
  }

  package enum QueryMode: String, CaseIterable, Sendable {
    /// Added; where both have a name, the link's own value wins.
    case merge
    /// Added; where both have a name, the visitor's value wins.
    case visitor
    case drop
  }

  package enum PathMode: String, CaseIterable, Sendable {
    /// No link is found.
    case refuse
    /// Appended to the path of the destination, unless the destination has a placeholder for it.
    case append
    /// Dropped, unless the destination has a placeholder for it.
    case ignore
  }

  /// An imported value that Keiro does not interpret.
  package struct Extra: Equatable, Sendable {
    /// The name of the column or parameter it came from.
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Compares bytes, as stores do.
    package static func == (one: Extra, other: Extra) -> Bool {
      one.name.utf8.elementsEqual(other.name.utf8) && one.value.utf8.elementsEqual(other.value.utf8)
    }
  }
}

/// The identity of a short link: slugs are case-sensitive, hosts are in lower case.
package struct LinkKey: Hashable, Sendable {
  package let host: String
  /// The slug, in the spelling that the store keeps.
  package let slug: String

  package init(host: String, slug: String) {
    self.host = host
    self.slug = slug
  }

  /// Compares bytes, as stores do: to strings, a composed letter equals one with a combining mark, under
  /// which no link is found.
  package static func == (one: LinkKey, other: LinkKey) -> Bool {
    ByteWords.areEqual(one.slug.utf8.span, other.slug.utf8.span)
      && ByteWords.areEqual(one.host.utf8.span, other.host.utf8.span)
  }

  /// The key of a link as a caller names it, with the host in its canonical form; nil when the host
  /// cannot be one or the slug is empty.
  package init?(named host: String, _ slug: String) {
    guard let pattern = HostPattern(host), !slug.isEmpty else { return nil }
    self.init(host: pattern.description, slug: slug)
  }
}

/// A hashed password, opaque to everything but the code that hashed it.
package struct PasswordHash: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// Stands for a hash that the reader of an export may not have; matches no password.
  package static let withheld = PasswordHash("withheld")
}
