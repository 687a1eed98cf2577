import HTTPCore
import LinkImport
import Outgoing
import Synchronization
import System
import Testing

@testable import KeiroCommand

/// A clock that advances by waiting.
private final class FakeTime: Sendable {
  private let now = Mutex(0.0)
  var seconds: Double { now.withLock { $0 } }
  func wait(_ seconds: Double) { now.withLock { $0 += seconds } }
}

struct OldServiceInquiryTests {
  private let time = FakeTime()

  private func inquiry(
    rate: Int = 2, _ answer: @escaping (OutgoingRequest) -> Result<OutgoingAnswer, OutgoingError>
  ) -> OldServiceInquiry {
    let time = time
    return OldServiceInquiry(
      rate: rate, allowsPlain: false,
      transport: .init(
        send: answer, clock: { time.seconds }, pause: { time.wait($0) }))
  }

  private static func redirect(_ status: Int = 301) -> OutgoingAnswer {
    OutgoingAnswer(status: status, fields: [("location", "https://e.example/")], body: [])
  }
  private static let none = OutgoingAnswer(status: 404, fields: [], body: [])

  @Test func `asks at the rate that was said, by https alone`() {
    var asked: [(method: String, url: String, at: Double)] = []
    var inquiry = inquiry { request in
      asked.append((request.method, request.url, time.seconds))
      return .success(request.url.hasSuffix("robots.txt") ? Self.none : Self.redirect())
    }
    for name in ["a", "b", "c"] {
      #expect(inquiry.answer("http://old.example/\(name)").status == 301)
    }
    #expect(
      asked.map(\.url) == [
        "https://old.example/robots.txt", "https://old.example/a", "https://old.example/b",
        "https://old.example/c",
      ])
    #expect(asked.map(\.at) == [0, 0.5, 1, 1.5])
    #expect(asked.dropFirst().allSatisfy { $0.method == "HEAD" })
  }

  @Test func `obeys robots and the pause that they ask for`() {
    let robots = "User-agent: keiro\nDisallow: /private\nCrawl-delay: 7\n"
    var inquiry = inquiry { request in
      .success(
        request.url.hasSuffix("robots.txt")
          ? OutgoingAnswer(status: 200, fields: [], body: Array(robots.utf8)) : Self.redirect())
    }
    #expect(inquiry.answer("https://old.example/a").status == 301)
    #expect(time.seconds == 7)
    #expect(
      inquiry.answer("https://old.example/private/x").failure
        == "the host's robots.txt does not allow programs to ask for it")
    #expect(time.seconds == 7)
  }

  @Test(arguments: [false, true])
  func `waits as long as it is asked to, a few times`(isDate: Bool) {
    let wish = isDate ? HTTPDate.string(secondsSinceEpoch: Int(Clock.now()) + 60) : "30"
    var count = 0
    var inquiry = inquiry { request in
      guard request.method == "HEAD" else { return .success(Self.none) }
      count += 1
      return .success(
        count < 3
          ? OutgoingAnswer(status: 429, fields: [("retry-after", wish)], body: [])
          : Self.redirect())
    }
    #expect(inquiry.answer("https://old.example/a").status == 301)
    #expect(count == 3 && time.seconds >= 60)
    count = -10
    #expect(inquiry.answer("https://old.example/b").status == 429)
    #expect(count == -7)
  }

  @Test func `asks again by GET where HEAD is not known`() {
    var methods: [String] = []
    var inquiry = inquiry { request in
      methods.append(request.method)
      return .success(
        request.method == "HEAD"
          ? OutgoingAnswer(status: 405, fields: [], body: []) : Self.redirect())
    }
    #expect(inquiry.answer("https://old.example/a").location == "https://e.example/")
    #expect(methods == ["GET", "HEAD", "GET"])
  }

  @Test func `gives a host up that does not answer`() {
    var count = 0
    var inquiry = inquiry { _ in
      count += 1
      return .failure(.timeout)
    }
    for number in 0..<40 {
      let answer = inquiry.answer("https://old.example/\(number)")
      #expect(answer.isPassing && answer.failure != nil)
    }
    // The robots file, and twenty addresses three times each.
    #expect(count == 61)
  }
}
