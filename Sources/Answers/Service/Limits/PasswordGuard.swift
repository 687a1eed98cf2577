import Cryptography
package import HTTPCore
package import Links
package import WebSyntax

/// Limits guesses at the passwords of links: for each visitor's network, for the networks of one
/// site together, and for each link. Correct passwords do not count.
package final class PasswordGuard: Sendable {
  let networks = RateLimiter(capacity: 5, perMinute: 5, households: 4)
  let links = RateLimiter(capacity: 120, perMinute: 120)

  /// The reason why a guess is not checked. The numbers are seconds.
  package enum Refusal: Equatable {
    case visitor(wait: Int)
    /// Others have guessed the link's password too often.
    case link(wait: Int)
  }

  package struct Guess: Sendable {
    let address: IPAddress?
    let link: String
    let now: HTTPInstant

    /// - Parameter link: the unique name of the link.
    package init(from address: IPAddress?, at link: String, now: HTTPInstant) {
      self.address = address
      self.link = link
      self.now = now
    }

    /// The site whose visitors share the slots in a queue.
    package var origin: String? { address?.network(.site).description }
  }

  /// Counts a guess; returns nil when it may be checked.
  package func admit(_ guess: Guess) -> Refusal? {
    let (address, link, now) = (guess.address, guess.link, guess.now)
    if let wait = networks.wait(address, subject: link, at: now) { return .visitor(wait: wait) }
    if let wait = links.wait(nil, subject: link, at: now) { return .link(wait: wait) }
    charge(guess, 1)
    return nil
  }

  /// Uncounts a guess that was correct, or that was not checked.
  package func forgive(_ guess: Guess) {
    charge(guess, -1)
  }

  private func charge(_ guess: Guess, _ cost: Double) {
    networks.charge(cost, to: guess.address, subject: guess.link, at: guess.now)
    links.charge(cost, to: nil, subject: guess.link, at: guess.now)
  }
}

extension PasswordHasher {
  package static let scrypt = PasswordHasher(
    hash: { PasswordHashing.hash($0).map { PasswordHash($0) } },
    verify: { PasswordHashing.verify($0, against: $1.text) },
    fault: { PasswordHashing.fault(of: $0.text) })
}
