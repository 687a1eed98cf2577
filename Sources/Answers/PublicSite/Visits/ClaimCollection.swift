import Dispatch
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import SiteModel
import WebSyntax

/// `POST /_keiro/claims`: an app sends the code that its user typed and receives, once, the link
/// that the user visited before installing the app.
struct ClaimCollection {
  let visit: PublicVisit
  let agent: UserAgent
  let traits: VisitorTraits

  private static let bodyLimit = 1024
  /// The time until the answer to a wrong code. It is longer than a look-up in the store, so that
  /// timing reveals nothing and guessing is slow.
  private static let patience = DispatchTimeInterval.milliseconds(250)

  func intake() -> HTTPIntake {
    if let wait = visit.directory.guards.claims.wait(visit.client, at: visit.now) {
      return .refuse(Self.tooMany(wait))
    }
    return BodyCeiling(Self.bodyLimit, .claims).intake(of: visit.request)
  }

  private static func tooMany(_ wait: Int) -> HTTPResponse {
    Problem.tooManyRequests("too many codes were tried", wait: wait).response(from: .claims)
  }

  func answer() -> HTTPAnswer {
    if let other = visit.request.answerUnlessPosted(.claims) { return .ready(other) }
    if let wait = visit.directory.guards.claims.take(visit.client, at: visit.now) {
      return .ready(Self.tooMany(wait))
    }
    let text: String
    do throws(Problem) {
      text = try code()
    } catch {
      return .ready(error.response(from: .claims))
    }
    let begin = DispatchTime.now()
    let queue = visit.directory.workQueue
    return .later { [self] completion in
      @Sendable func refuse() {
        queue.asyncAfter(deadline: begin + Self.patience) {
          completion(
            Problem(.notFound, "unknown-code", "no link is waiting for this code").response(
              from: .claims))
        }
      }
      guard let digest = ClaimCode(typed: text)?.digest else { return refuse() }
      visit.directory.claims.takeClaim(digest: digest, now: visit.timestamp) { result in
        switch result {
        case .success(let claim?):
          forgive()
          visit.directory.guards.waitingCodes.forget(digest)
          queue.async { completion(answer(to: claim)) }
        case .success(nil): refuse()
        case .failure(let error):
          forgive()
          completion(Problem(error).response(from: .claims))
        }
      }
    }
  }

  /// Uncounts a code that was right, or that was not looked up: all phones of a fair may share one
  /// address.
  private func forgive() {
    visit.directory.guards.claims.charge(-1, to: visit.client, at: visit.now)
  }

  private func code() throws(Problem) -> String {
    try Problem.check(coding: visit.request.text("Content-Encoding"))
    return try JSONDocument(body: visit.request.body).read { $0.required("code")?.string() } ?? ""
  }

  private func address(of claim: Claim) -> String {
    if claim.isPage { return "https://" + claim.key.host + claim.query }
    return visit.snapshot.shortURL(claim.key) + (claim.query.isEmpty ? "" : "?" + claim.query)
  }

  /// The answer that `resolve` gives for the short URL or page.
  private func answer(to claim: Claim) -> HTTPResponse {
    let notebook = visit.notebook()
    let answer = AppQuestion(
      visit.snapshot, host: claim.key.host, now: visit.timestamp, agent: agent, traits: traits,
      place: notebook.placeInApp, clicks: notebook.clicks
    ).answer(about: address(of: claim))
    var response = visit.resolved(answer, reach: nil)
    if case .destination(let destination) = answer, let served = destination.served {
      response.subject = FirstOpening(served, by: .code)
    }
    return response.routed(.claims)
  }
}
