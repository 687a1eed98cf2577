package import HTTPCore
package import WebSyntax

/// Bounds guesses at the passwords of links: for each visitor's network, for the networks of one
/// site together, and for each link. Right passwords do not count.
package final class PasswordGuard: Sendable {
  let networks = RateLimiter(capacity: 5, perMinute: 5, households: 4)
  let links = RateLimiter(capacity: 120, perMinute: 120)

  /// Why a guess is not looked at. The numbers are seconds.
  package enum Refusal: Equatable {
    /// The visitor has guessed too often.
    case visitor(wait: Int)
    /// Others have guessed at the link too often.
    case link(wait: Int)
  }

  /// One guess.
  package struct Guess: Sendable {
    let address: IPAddress?
    let link: String
    let now: HTTPInstant

    /// - Parameter link: names the link among all.
    package init(from address: IPAddress?, at link: String, now: HTTPInstant) {
      self.address = address
      self.link = link
      self.now = now
    }

    /// The site whose visitors share the places of a queue.
    package var origin: String? { address?.network(.site).description }
  }

  /// Counts a guess; nil when it may be looked at.
  package func admit(_ guess: Guess) -> Refusal? {
    let (address, link, now) = (guess.address, guess.link, guess.now)
    if let wait = networks.wait(address, subject: link, at: now) { return .visitor(wait: wait) }
    if let wait = links.wait(nil, subject: link, at: now) { return .link(wait: wait) }
    charge(guess, 1)
    return nil
  }

  /// The guess was right, or was not looked at.
  package func forgive(_ guess: Guess) {
    charge(guess, -1)
  }

  private func charge(_ guess: Guess, _ cost: Double) {
    networks.charge(cost, to: guess.address, subject: guess.link, at: guess.now)
    links.charge(cost, to: nil, subject: guess.link, at: guess.now)
  }
}
