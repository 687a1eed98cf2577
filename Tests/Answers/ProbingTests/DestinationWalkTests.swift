import LinkStorage
import Probing
import Testing

/// The requests of one check, and their result.
struct DestinationWalkTests {
  private static let url = "https://a.test/x"

  /// Walks with answers from a table of paths or addresses; what is not in it does not answer.
  private func walk(
    _ answers: [String: DestinationWalk.Answer], nameIsKnown: Bool? = nil
  ) -> (asked: [String], look: DestinationLook) {
    var walk = DestinationWalk(Self.url)
    var asked: [String] = []
    while true {
      switch walk.step {
      case .ask(let question):
        let text = question.method + " " + question.url.replacing("https://a.test", with: "")
        asked.append(text)
        walk.take(answers[text] ?? .silence)
      case .lookUp: walk.take(nameIsKnown: nameIsKnown)
      case .done(let look): return (asked, look)
      }
    }
  }

  private static func answered(
    _ status: Int, _ location: String? = nil
  ) -> DestinationWalk.Answer {
    .answered(status: status, location: location)
  }

  private static let long = "/" + String(repeating: "y", count: 3000)

  /// Answers, all of which are asked for, and what comes of them.
  private static let walks: [([String: DestinationWalk.Answer], DestinationLook)] =
    // HEAD is enough where it is answered, and a server is left alone that asks for it.
    [200, 204, 206, 429, 503].map { status in
      (["HEAD /x": answered(status, "/y")], DestinationLook(.answered(status), status: status))
    }
    // GET follows where HEAD comes to nothing.
    + [answered(405), answered(404), answered(500), .closed].map { head in
      (["HEAD /x": head, "GET /x": answered(200)], DestinationLook(.answered(200), status: 200))
    } + [
      // Where permanent redirects lead is kept, not what follows them.
      (
        [
          "HEAD /x": answered(301, "/y"), "HEAD /y": answered(308, "z"),
          "HEAD /z": answered(302, "//b.test/"), "HEAD https://b.test/": answered(200),
        ],
        DestinationLook(.answered(200), status: 301, location: "https://a.test/z", hasMoved: true)
      ),
      // It has not moved when the first redirect is for the time being.
      (
        ["HEAD /x": answered(302, "/y"), "HEAD /y": answered(301, "/z"), "HEAD /z": answered(200)],
        DestinationLook(.answered(200), status: 302, location: "https://a.test/z")
      ),
      // A circle is one, whatever the fragments.
      (
        ["HEAD /x": answered(302, "/y#1"), "HEAD /y#1": answered(302, "/x#2")],
        DestinationLook(.circle, status: 302, location: "https://a.test/x#2")
      ),
      // A query alone belongs to the same path, and what follows it is no scheme.
      (
        [
          "HEAD /x": answered(302, "?to=https://c.test/"),
          "HEAD /x?to=https://c.test/": answered(302, "z/a:b"), "HEAD /z/a:b": answered(200),
        ],
        DestinationLook(.answered(200), status: 302, location: "https://a.test/z/a:b")
      ),
      (
        ["HEAD /x": answered(302, "?y"), "HEAD /x?y": answered(301, "#z")],
        DestinationLook(.circle, status: 302, location: "https://a.test/x?y#z")
      ),
      // No address is kept beyond its bound.
      (
        ["HEAD /x": answered(301, long), "HEAD \(long)": answered(200)],
        DestinationLook(.answered(200), status: 301, hasMoved: true)
      ),
    ]
    // A redirect that leads out of the web ends the walk.
    + ["app://x", "market://details?id=a", "https://u:p@b.test/"].map { location in
      (["HEAD /x": answered(302, location)], DestinationLook(.beyondWeb, status: 302))
    }

  @Test(arguments: walks)
  func `asks no more than it needs`(
    _ answers: [String: DestinationWalk.Answer], _ wanted: DestinationLook
  ) {
    let (asked, look) = walk(answers)
    #expect(asked.sorted() == answers.keys.sorted())
    #expect(look == wanted)
  }

  @Test func `follows no more than ten redirects`() {
    var answers = ["HEAD /x": Self.answered(302, "/0")]
    for number in 0..<20 { answers["HEAD /\(number)"] = Self.answered(302, "/\(number + 1)") }
    let (asked, look) = walk(answers)
    #expect(asked.count == 11 && look.end == .circle)
  }

  @Test(arguments: [
    (Bool?.none, DestinationLook.End.silence), (true, .silence), (false, .noSuchName),
  ])
  func `believes the name servers alone that a name does not exist`(
    _ isKnown: Bool?, _ end: DestinationLook.End
  ) {
    let (asked, look) = walk(["HEAD /x": .nameless], nameIsKnown: isKnown)
    #expect(asked.count == 1)
    #expect(look == DestinationLook(end))
  }
}
