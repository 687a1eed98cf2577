package import HTTPCore
package import WebSyntax

/// What counts as one client. Whoever has an address of IPv6 has many; one of IPv4 stands for
/// itself.
package enum ClientNetwork: Sendable {
  /// The /64 that one household has.
  case household
  /// The /48 that one site has.
  case site

  /// The first address of the network that an address belongs to; an address of IPv4 as it is.
  package func first(of address: IPAddress) -> IPAddress {
    guard address.v4 == nil else { return address }
    switch self {
    case .household: return IPAddress(high: address.high, low: 0)
    case .site: return IPAddress(high: address.high & ~0xFFFF, low: 0)
    }
  }
}

/// A limit for each household, and above it one for all households of a site.
package struct NetworkLimits: Sendable {
  let households: RateLimiter
  let sites: RateLimiter

  /// - Parameters:
  ///   - household: the number of tries at once, and of tries regained per minute.
  ///   - site: the same for a site.
  init(household: Int, site: Int) {
    households = RateLimiter(capacity: household, perMinute: household)
    sites = RateLimiter(capacity: site, perMinute: site, network: .site)
  }

  /// Takes a try.
  ///
  /// - Returns: nil when there was one, otherwise the seconds until there is one.
  package func take(_ address: IPAddress?, subject: String = "", at now: HTTPInstant) -> Int? {
    if let wait = wait(address, subject: subject, at: now) { return wait }
    charge(1, to: address, subject: subject, at: now)
    return nil
  }

  /// Whether there is a try, without taking it.
  package func wait(_ address: IPAddress?, subject: String = "", at now: HTTPInstant) -> Int? {
    households.wait(address, subject: subject, at: now)
      ?? sites.wait(address, subject: subject, at: now)
  }

  /// Takes so many tries as something has cost; a negative cost gives tries back.
  package func charge(
    _ cost: Double, to address: IPAddress?, subject: String = "", at now: HTTPInstant
  ) {
    households.charge(cost, to: address, subject: subject, at: now)
    sites.charge(cost, to: address, subject: subject, at: now)
  }
}
