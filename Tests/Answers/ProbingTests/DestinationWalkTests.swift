import LinkStorage
import Probing
import Testing

/// The requests of one check, and their result.
struct DestinationWalkTests {
  private static let url = "https://a.test/x"

  /// Walks with answers from a table; an address that is not in it does not answer.
  private func walk(
    _ answers: [String: DestinationWalk.Answer], nameIsKnown: Bool? = nil
  ) -> (asked: [String], look: DestinationLook) {
    var walk = DestinationWalk(Self.url)
    var asked: [String] = []
    while true {
      switch walk.step {
      case .ask(let question):
        let text = question.method + " " + question.url
        asked.append(text)
        walk.take(answers[text] ?? .silence)
      case .lookUp: walk.take(nameIsKnown: nameIsKnown)
      case .done(let look): return (asked, look)
      }
    }
  }

  private func answered(_ status: Int, _ location: String? = nil) -> DestinationWalk.Answer {
    .answered(status: status, location: location)
  }

  @Test(arguments: [200, 204, 206])
  func `asks once where HEAD is answered`(_ status: Int) {
    let (asked, look) = walk(["HEAD https://a.test/x": answered(status)])
    #expect(asked == ["HEAD https://a.test/x"])
    #expect(look == DestinationLook(.answered(status), status: status))
  }

  @Test(arguments: [
    DestinationWalk.Answer.answered(status: 405, location: nil),
    .answered(status: 404, location: nil), .answered(status: 500, location: nil), .closed,
  ])
  func `asks by GET where HEAD comes to nothing`(_ head: DestinationWalk.Answer) {
    let (asked, look) = walk([
      "HEAD https://a.test/x": head, "GET https://a.test/x": answered(200),
    ])
    #expect(asked == ["HEAD https://a.test/x", "GET https://a.test/x"])
    #expect(look == DestinationLook(.answered(200), status: 200))
  }

  @Test(arguments: [429, 503])
  func `leaves a server alone that asks for it`(_ status: Int) {
    let (asked, look) = walk(["HEAD https://a.test/x": answered(status, "/y")])
    #expect(asked.count == 1)
    #expect(look == DestinationLook(.answered(status), status: status))
  }

  @Test func `keeps where permanent redirects lead, not what follows them`() {
    let (asked, look) = walk([
      "HEAD https://a.test/x": answered(301, "/y"), "HEAD https://a.test/y": answered(308, "z"),
      "HEAD https://a.test/z": answered(302, "//b.test/"), "HEAD https://b.test/": answered(200),
    ])
    #expect(asked.count == 4)
    #expect(
      look
        == DestinationLook(
          .answered(200), status: 301, location: "https://a.test/z", hasMoved: true))
  }

  @Test func `has not moved when the first redirect is for the time being`() {
    let (_, look) = walk([
      "HEAD https://a.test/x": answered(302, "/y"), "HEAD https://a.test/y": answered(301, "/z"),
      "HEAD https://a.test/z": answered(200),
    ])
    #expect(look == DestinationLook(.answered(200), status: 302, location: "https://a.test/z"))
  }

  @Test func `ends in a circle, whatever the fragments`() {
    let (asked, look) = walk([
      "HEAD https://a.test/x": answered(302, "/y#1"),
      "HEAD https://a.test/y#1": answered(302, "/x#2"),
    ])
    #expect(asked.count == 2 && look.end == .circle)
  }

  @Test func `follows no more than ten redirects`() {
    var answers = ["HEAD https://a.test/x": answered(302, "/0")]
    for number in 0..<20 {
      answers["HEAD https://a.test/\(number)"] = answered(302, "/\(number + 1)")
    }
    let (asked, look) = walk(answers)
    #expect(asked.count == 11 && look.end == .circle)
  }

  @Test(arguments: ["app://x", "market://details?id=a", "https://u:p@b.test/"])
  func `ends where a redirect leads out of the web`(_ location: String) {
    let (asked, look) = walk(["HEAD https://a.test/x": answered(302, location)])
    #expect(asked.count == 1 && look.end == .beyondWeb)
  }

  @Test(arguments: [
    (Bool?.none, DestinationLook.End.silence), (true, .silence), (false, .noSuchName),
  ])
  func `believes the name servers alone that a name does not exist`(
    _ isKnown: Bool?, _ end: DestinationLook.End
  ) {
    let (asked, look) = walk(["HEAD https://a.test/x": .nameless], nameIsKnown: isKnown)
    #expect(asked.count == 1)
    #expect(look == DestinationLook(end))
  }

  @Test func `keeps no address beyond its bound`() {
    let long = "/" + String(repeating: "y", count: 3000)
    let (_, look) = walk([
      "HEAD https://a.test/x": answered(301, long),
      "HEAD https://a.test\(long)": answered(200),
    ])
    #expect(look.hasMoved && look.location == nil)
  }
}
