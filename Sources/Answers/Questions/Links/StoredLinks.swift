package import LinkStorage
import Links
package import SiteModel

/// The links of a store, as questions ask for them. The store may be opened as late as the first
/// question that needs it; one that fails makes the question fail.
package struct StoredLinks {
  private let open: Opening

  package typealias Opening = () throws(LinkStoreError) -> any LinkStore

  /// - Parameter open: called for each look-up.
  package init(_ open: @escaping Opening) {
    self.open = open
  }

  package init(_ store: any LinkStore) {
    self.init { () throws(LinkStoreError) in store }
  }

  /// An answer that needs links.
  package func asked<Answer>(
    _ snapshot: ServiceSnapshot, _ ask: (LinkNotebook) -> Answer
  ) throws(LinkStoreError) -> Answer {
    var failure: LinkStoreError?
    func noting<Value>(
      _ read: () throws(LinkStoreError) -> Value
    ) throws(LinkStoreError) -> Value {
      do throws(LinkStoreError) {
        return try read()
      } catch {
        failure = failure ?? error
        throw error
      }
    }
    let notebook = LinkNotebook(snapshot) { key in
      try noting { () throws(LinkStoreError) in try found(key) }
    } countClicks: { link in
      try noting { () throws(LinkStoreError) in try usedClicks(of: link) }
    }
    let answer = ask(notebook)
    if let failure { throw failure }
    return answer
  }

  private func found(_ key: LinkKey) throws(LinkStoreError) -> FoundLink? {
    guard let stored = try open().currentLink(at: key) else { return nil }
    return FoundLink(stored.link, clicks: try usedClicks(of: stored.link))
  }

  /// The number that the server holds against a link's limit: reserved clicks, which include those
  /// that are not counted yet or never will be. 0 for a link without a limit.
  func usedClicks(of link: ShortLink) throws(LinkStoreError) -> Int {
    link.maxClicks == nil ? 0 : try open().currentReservedClicks(of: LinkLife(link))
  }

  /// Walks through every link in bounded memory.
  func forEach(_ body: (FoundLink) -> Void) throws(LinkStoreError) {
    var failure: LinkStoreError?
    try open().forEachLink { stored in
      do throws(LinkStoreError) {
        body(FoundLink(stored.link, clicks: try usedClicks(of: stored.link)))
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }
}
