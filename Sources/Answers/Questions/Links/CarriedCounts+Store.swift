package import LinkImport
package import LinkStorage
package import Links

extension CarriedCounts {
  /// The counts of a link in a store.
  package init(
    of link: ShortLink, in store: any ClickCounting & ClickLimits
  ) throws(LinkStoreError) {
    self.init(
      clicks: try store.clicks(of: link.key) + (link.importedClicks ?? 0),
      reserved: try link.maxClicks == nil ? 0 : store.currentReservedClicks(of: LinkLife(link)))
  }
}
