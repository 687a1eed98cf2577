package import Links
import Synchronization
package import WebSyntax

/// The origin of the waiting codes of deferred links by site, so that a site that asks for too many
/// loses its own oldest codes instead of blocking others' new ones.
///
/// Only this process has the data, and only while a code is valid: stores learn nothing about
/// visitors.
package final class WaitingCodes: Sendable {
  private struct Code {
    let digest: [UInt8]
    let expires: Timestamp
  }

  private struct State {
    /// The codes by site, oldest first; the key is nil for visitors with an unknown address.
    var codes: [IPAddress?: [Code]] = [:]
    var sites: [[UInt8]: IPAddress?] = [:]
  }

  private let limitEach: Int
  private let limit: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limitEach: the maximum number of codes of one site.
  ///   - limit: the number of codes of all sites beyond which expired ones are forgotten.
  package init(limitEach: Int = 3000, limit: Int = 20_000) {
    self.limitEach = limitEach
    self.limit = limit
  }

  /// Records a new code.
  ///
  /// - Returns: the digest of the site's oldest code, to be discarded, when there are too many;
  ///   otherwise nil.
  package func add(
    _ digest: [UInt8], of address: IPAddress?, expires: Timestamp, now: Timestamp
  ) -> [UInt8]? {
    let site = address?.network(.site)
    return state.withLock { state in
      if state.sites.count >= limit { Self.forgetVoid(&state, now) }
      state.codes[site, default: []].append(Code(digest: digest, expires: expires))
      state.sites[digest] = .some(site)
      let isCrowded = state.codes[site, default: []].count > limitEach
      return isCrowded || state.sites.count > limit ? Self.takeOldest(of: site, &state) : nil
    }
  }

  /// Returns the digest of the oldest code of the site with the most codes, to be discarded; nil
  /// when no code is known, or only the given one.
  package func giveUpOldest(but digest: [UInt8]) -> [UInt8]? {
    state.withLock { state in
      guard let crowded = state.codes.max(by: { $0.value.count < $1.value.count }),
        crowded.value.first?.digest != digest
      else { return nil }
      return Self.takeOldest(of: crowded.key, &state)
    }
  }

  /// Forgets a code that was used, or that was not stored after all.
  package func forget(_ digest: [UInt8]) {
    state.withLock { state in
      guard let site = state.sites.removeValue(forKey: digest) else { return }
      state.codes[site]?.removeAll { $0.digest == digest }
      if state.codes[site]?.isEmpty == true { state.codes[site] = nil }
    }
  }

  private static func takeOldest(of site: IPAddress?, _ state: inout State) -> [UInt8]? {
    guard let oldest = state.codes[site]?.first else { return nil }
    state.codes[site]?.removeFirst()
    if state.codes[site]?.isEmpty == true { state.codes[site] = nil }
    state.sites[oldest.digest] = nil
    return oldest.digest
  }

  private static func forgetVoid(_ state: inout State, _ now: Timestamp) {
    for (site, codes) in state.codes {
      let valid = codes.filter { $0.expires > now }
      for code in codes where code.expires <= now { state.sites[code.digest] = nil }
      state.codes[site] = valid.isEmpty ? nil : valid
    }
  }
}
