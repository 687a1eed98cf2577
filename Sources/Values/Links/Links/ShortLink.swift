/// A short link: where it lives, where it leads whom, and until when.
///
/// `LinkField.all` says everything else about its fields.
@dynamicMemberLookup
package struct ShortLink: Equatable, Sendable {
  package var host: String
  package var slug: String
  /// Where it leads: an http or https URL.
  package var url: String
  package var status: RedirectStatus
  package var query: QueryMode
  /// Whether iPhones and iPads go on without a page in between.
  package var skipPage: Bool
  package var archived: Bool
  package var createdAt: Timestamp?
  package var updatedAt: Timestamp?
  /// Whether the link was made here, or changed here since an import last wrote it: not a field, but
  /// a mark that stores set, and clear when an import replaces the link.
  package var isEdited: Bool
  /// One or none: an array is a box that is copied when it is changed, and costs nothing while it is
  /// empty. Links are kept by the hundred thousand, and the rare fields are four times as large as
  /// the others.
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

  /// The fields that few links have. Code that changes several of them takes them out, and puts them
  /// back once.
  package var rare: Rare {
    get { box.first ?? Rare() }
    set { box = newValue == Rare() ? [] : [newValue] }
  }

  package var key: LinkKey { LinkKey(host: host, slug: slug) }

  /// The code of the redirect; anything that may be cached hides later changes and clicks.
  package enum RedirectStatus: Int, CaseIterable, Sendable {
    case movedPermanently = 301
    case found = 302
    case seeOther = 303
    case temporary = 307
    case permanent = 308
  }

  /// What becomes of the query of a visit.
  package enum QueryMode: String, CaseIterable, Sendable {
    /// It is added; where both have a name, the link's own value stays.
    case merge
    /// It is added; where both have a name, the visitor's value stays.
    case visitor
    /// It is dropped.
    case drop
  }

  /// What a link does about what follows its slug and a slash.
  package enum PathMode: String, CaseIterable, Sendable {
    /// No link is found there.
    case refuse
    /// It is added to the path of the destination, unless the destination has a place for it.
    case append
    /// It is dropped, unless the destination has a place for it.
    case ignore
  }

  package struct Extra: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }
}

/// What tells one short link from every other: slugs are case-sensitive, hosts are in lower case.
package struct LinkKey: Hashable, Sendable {
  package let host: String
  package let slug: String

  package init(host: String, slug: String) {
    self.host = host
    self.slug = slug
  }
}

/// A password in the form of the code that hashed it: opaque here, to be compared by its maker.
package struct PasswordHash: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// In place of a hash in an export for somebody who may not have it; the hash of no password.
  package static let withheld = PasswordHash("withheld")
}
