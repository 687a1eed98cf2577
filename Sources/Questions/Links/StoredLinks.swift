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
    } countClicks: { key in
      try noting { () throws(LinkStoreError) in try clicks(of: key) }
    }
    let answer = ask(notebook)
    if let failure { throw failure }
    return answer
  }

  private func found(_ key: LinkKey) throws(LinkStoreError) -> FoundLink? {
    let store = try open()
    guard let stored = try store.currentLink(at: key) else { return nil }
    return FoundLink(stored.link, clicks: try store.clicks(of: key))
  }

  /// The clicks of people that a link has had, which may stand in the configuration.
  func clicks(of key: LinkKey) throws(LinkStoreError) -> Int {
    try open().clicks(of: key)
  }

  /// Walks through every link in bounded memory.
  func forEach(_ body: (FoundLink) -> Void) throws(LinkStoreError) {
    let store = try open()
    var failure: LinkStoreError?
    try store.forEachLink { stored in
      do throws(LinkStoreError) {
        // Only links with a limit depend on how often they were followed.
        let isLimited = stored.link.maxClicks != nil
        let clicks = isLimited ? try store.clicks(of: stored.link.key) : 0
        body(FoundLink(stored.link, clicks: clicks))
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }
}
