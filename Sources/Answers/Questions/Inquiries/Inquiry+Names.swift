import LinkStorage
package import Links
import SiteModel
import WebSyntax

/// Links by the names that people give them.
extension Inquiry {
  /// Finds the link with this name. An address names the link that the server answers there, be it
  /// with its destination, its explanation (`+`) or its QR code (`.qr`), and no other.
  package func link(named name: LinkName) throws(InquiryError) -> LinkReport {
    switch try meaning(of: name) {
    case .key(let key):
      try require(key.host)
      return try link(home(of: key) ?? key)
    case .address(let url):
      guard let found = try served(at: url) else { throw try nothing(at: url) }
      return try link(found.key)
    }
  }

  /// The key of the link with this name, even when the link has been deleted.
  package func key(ofFormer name: LinkName) throws(InquiryError) -> LinkKey {
    switch try meaning(of: name) {
    case .key(let key):
      try require(key.host)
      return try home(of: key) ?? sites.canonical(key)
    case .address(let url):
      // A link that takes the rest of a path answers for deleted links below it.
      let present = try served(at: url)
      if let present, present.isWhole { return present.key }
      guard let key = try served(at: url, withFormer: true)?.key ?? present?.key else {
        throw try nothing(at: url, withFormer: true)
      }
      return key
    }
  }

  private func meaning(of name: LinkName) throws(InquiryError) -> LinkName.Meaning {
    try Result { () throws(LinkNameFault) in try name.meaning(in: sites) }
      .mapError(InquiryError.notName).get()
  }

  /// The key under which visitors find the link that a key names; nil when there is none.
  func home(of key: LinkKey) throws(InquiryError) -> LinkKey? {
    try stored { store throws(LinkStoreError) in try sites.homeOfLink(key, store: store) }
  }

  /// The link that the server answers at an address within the reach; nil where it answers
  /// anything else.
  ///
  /// - Parameter withFormer: whether deleted links count as if they were still there.
  private func served(
    at url: WebURL, withFormer: Bool = false
  ) throws(InquiryError) -> (key: LinkKey, isWhole: Bool)? {
    try require(url.comparedHost)
    guard let url = OwnURL(url, in: sites) else { return nil }
    return try stored { store throws(LinkStoreError) in
      try StoredLinks(store, former: withFormer ? store : nil).asked(sites) { links in
        guard case .shortLink(let link, _) = links.place(of: url) else { return nil }
        // A link of the configuration is on every host of its site.
        let key = LinkKey(host: url.host, slug: link.link.slug)
        let home = sites.configuredLink(key) == nil ? link.link.key : key
        return reach.covers(home.host) ? (home, link.pathSuffix.isEmpty) : nil
      }
    }
  }

  /// The error that names the address at which there is no link, and the one that was probably meant.
  private func nothing(
    at url: WebURL, withFormer: Bool = false
  ) throws(InquiryError) -> InquiryError {
    for meant in sites.addressesMeant(by: url) where reach.covers(meant.host) {
      guard try served(at: meant, withFormer: withFormer) != nil else { continue }
      return .notName(.nothingAt(url.description, meant: meant.description))
    }
    return .notName(.nothingAt(url.description, meant: nil))
  }
}
