import Dispatch
import HTTPCore
import LinkStorage
import Links
import Telemetry
import Testing

@testable import PublicSite
@testable import SiteModel
@testable import ServiceSupport

@Suite struct ClickTests {
  private let key = LinkKey(host: "a.example", slug: "fixed")

  private func tick(_ service: ServiceFixture) {
    service.now += 1
    for worker in service.workers {
      worker.handler.tick(at: service.instant)
    }
  }

  @Test func `counts what arrived and nothing else`() throws {
    let service = try ServiceFixture()
    try service.add(#""slug": "p", "url": "https://e.example/", "password": "p""#)
    _ = try service.visit("/s/fixed", agent: Agents.windows)
    _ = try service.visit("/s/fixed", method: "HEAD", agent: Agents.windows)
    _ = try service.visit("/s/fixed?d=1", agent: Agents.windows)
    _ = try service.visit("/s/fixed.qr", agent: Agents.windows)
    _ = try service.visit("/s/fixed", method: "POST", agent: Agents.windows)
    _ = try service.visit("/s/fixed", agent: Agents.google)
    _ = try service.visit("/s/fixed", agent: Agents.instagram)
    _ = try service.visit("/s/none", agent: Agents.windows)
    _ = try service.visit("/s/p", agent: Agents.windows)
    _ = try service.visit("/s/p", method: "POST", agent: Agents.windows, body: "password=no")
    _ = try service.visit("/s/p", method: "POST", agent: Agents.windows, body: "password=p")
    tick(service)
    let statistics = try service.store.statistics(StatisticsQuery(by: .outcome))
    #expect(statistics.clicks == 3 && statistics.bots == 1)
    #expect(statistics.rows.map { "\($0.name) \($0.clicks)" } == ["redirect 2", "landing 1"])
  }

  @Test(arguments: [
    ("https://News.Example:443/a?b#c", "news.example"), ("http://h", "h"), ("https://h.", "h"),
    ("android-app://com.x/https/y", "com.x"), ("ftp://h/", ""), ("h/", ""), ("https://", ""),
    ("https://u@h/", "h"), ("https://u:p@news.example:8443/x", "news.example"),
    ("https://@/", ""), ("https://[::1]/", ""), ("https://h<b>/", ""), ("https://ä/", ""),
    ("https://" + String(repeating: "a", count: 300), ""),
  ]) func `keeps the host of a referrer alone`(_ referrer: String, _ host: String) throws {
    let service = try ServiceFixture()
    _ = try service.visit("/s/fixed", agent: Agents.windows, fields: "Referer: \(referrer)\r\n")
    tick(service)
    #expect(try service.store.statistics(StatisticsQuery(by: .referrer)).rows.map(\.name) == [host])
  }

  @Test(arguments: ["DNT: 1", "Sec-GPC: 1"])
  func `keeps no referrer of who does not want to be followed`(_ field: String) throws {
    let service = try ServiceFixture()
    _ = try service.visit(
      "/s/fixed", agent: Agents.windows, fields: "Referer: https://r.example/\r\n\(field)\r\n")
    tick(service)
    #expect(try service.store.statistics(StatisticsQuery(by: .referrer)).rows.map(\.name) == [""])
  }

  @Test func `writes each click once, whatever becomes of the store meanwhile`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store, workers: 2)
    var visits = 0
    for round in 0..<40 {
      store.fails = round % 3 == 1
      if round % 5 == 2 { store.stall() }
      for worker in 0..<2 {
        for _ in 0..<(round + worker) {
          _ = try service.visit("/s/fixed", agent: Agents.windows, worker: worker)
          visits += 1
        }
      }
      tick(service)
      if round % 5 == 4 { store.resume() }
    }
    store.resume()
    store.fails = false
    service.flushClicks()
    #expect(try store.clicks(of: key) == visits)
  }

  @Test func `counts a batch once whose answer was lost`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    for round in 0..<12 {
      store.losesAnswers = round % 3 != 2
      _ = try service.visit("/s/fixed", agent: Agents.windows)
      tick(service)
    }
    store.losesAnswers = true
    _ = try service.visit("/s/fixed", agent: Agents.windows)
    tick(service)
    store.losesAnswers = false
    service.flushClicks()
    #expect(try store.clicks(of: key) == 13)
  }

  @Test func `gives up at the end on a store that answers nothing`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    _ = try service.visit("/s/fixed", agent: Agents.windows)
    store.fails = true
    service.flushClicks()
    store.fails = false
    service.flushClicks()
    #expect(try store.clicks(of: key) == 1)
  }

  @Test func `waits at the end for the write that is under way`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    _ = try service.visit("/s/fixed", agent: Agents.windows)
    store.stall()
    tick(service)
    _ = try service.visit("/s/fixed", agent: Agents.windows)
    DispatchQueue(label: "resuming").async { store.resume() }
    service.flushClicks()
    #expect(try store.clicks(of: key) == 2)
  }

  @Test func `hands over at the end what a silent store has not confirmed, in order`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store, workers: 3)
    store.stall()
    // The first worker has a write under way and later clicks, the second later clicks, the third none.
    _ = try service.visit("/s/fixed", agent: Agents.windows)
    tick(service)
    for worker in [0, 1] {
      _ = try service.visit("/s/fixed", agent: Agents.windows, worker: worker)
    }
    let left = ClickRecorder.close(service.workers.map(\.recorder), by: .now())
    #expect(left.map(\.sequence) == [1, 2, 1])
    #expect(left.map(\.visits) == [1, 1, 1])
    #expect(Set(left.map(\.writer)).count == 2)
    // The store wakes up, and what it counts then is not counted again.
    store.resume()
    for batch in left {
      _ = try waitForAnswer {
        store.count(batch, now: Timestamp(secondsSinceEpoch: 0), completion: $0)
      }
    }
    #expect(try store.clicks(of: key) == 3)
  }

  @Test func `recorders close side by side, and those that can hand over nothing`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store, workers: 4)
    store.stall()
    for worker in [0, 1] {
      _ = try service.visit("/s/fixed", agent: Agents.windows, worker: worker)
    }
    tick(service)
    for worker in 0..<4 {
      _ = try service.visit("/s/fixed", agent: Agents.windows, worker: worker)
    }
    DispatchQueue(label: "resuming").async { store.resume() }
    let left = ClickRecorder.close(service.workers.map(\.recorder), by: .distantFuture)
    #expect(try left.isEmpty && store.clicks(of: key) == 6)
  }

  @Test(arguments: [-86_400.0, 3600, 4e9, -1_795_224_669, -4e9])
  func `goes on counting when the clock is set`(_ jump: Double) throws {
    let service = try ServiceFixture()
    _ = try service.visit("/s/fixed", agent: Agents.windows)
    tick(service)
    service.clockJump = jump
    _ = try service.visit("/s/fixed", agent: Agents.windows)
    tick(service)
    #expect(try service.store.clicks(of: key) == 2)
  }

  @Test func `keeps any number of visits in few sums while the store stalls`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    let link = ServedLink(
      ShortLink(host: "a.example", slug: "x", url: "https://e.example/"), site: LinkSite())
    let recorder = ClickRecorder(store: store)
    store.stall()
    let now = HTTPInstant(secondsSinceEpoch: service.now)
    for number in 0..<100_000 {
      if number % 25_000 == 0 {
        recorder.tick(at: HTTPInstant(secondsSinceEpoch: service.now + Double(number)))
      }
      recorder.count(link, agent: UserAgent(), referrer: "", outcome: .redirect, at: now)
    }
    #expect(recorder.sums.count == 1)
    store.resume()
    recorder.close()
    #expect(try store.clicks(of: link.link.key) == 100_000)
  }

  @Test func `counts each of many links and each kind of visit for itself`() throws {
    let store = try BrokenStore()
    let recorder = ClickRecorder(store: store)
    let links = (0..<3000).map { number in
      ServedLink(
        ShortLink(host: "a.example", slug: "x\(number)", url: "https://e.example/"),
        site: LinkSite())
    }
    let now = HTTPInstant(secondsSinceEpoch: 0)
    var phone = UserAgent()
    phone.platform = .iPhone
    for round in 0..<4 {
      for (number, link) in links.enumerated() where number % 4 <= round {
        let agent = number % 2 == 0 ? phone : UserAgent()
        recorder.count(link, agent: agent, referrer: "", outcome: .redirect, at: now)
        recorder.count(link, agent: UserAgent(), referrer: "r", outcome: .landing, at: now)
      }
    }
    recorder.close()
    for (number, link) in links.enumerated() {
      #expect(try store.clicks(of: link.link.key) == 2 * (4 - number % 4))
    }
    let byPlatform = try store.statistics(StatisticsQuery(by: .platform)).rows
    #expect(byPlatform.map { "\($0.name) \($0.clicks)" } == ["other 10500", "iphone 4500"])
  }

  @Test func `drops details before it drops clicks, and says what it drops`() throws {
    let store = try BrokenStore()
    let dropped = SharedCounter()
    let recorder = ClickRecorder(store: store, detailedKinds: 1000) { dropped.add($0) }
    let link = ServedLink(
      ShortLink(host: "a.example", slug: "x", url: "https://e.example/"), site: LinkSite())
    for number in 0..<3100 {
      let hour = HTTPInstant(secondsSinceEpoch: Double(number) * 3600)
      recorder.count(link, agent: UserAgent(), referrer: "r\(number)", outcome: .redirect, at: hour)
    }
    #expect(recorder.sums.count == 2000)
    #expect(dropped.value == 1100)
    recorder.close()
    #expect(try store.clicks(of: link.link.key) == 2000)
    let rows = try store.statistics(StatisticsQuery(by: .referrer)).rows
    #expect(rows.first?.name == CountedNames.other && rows.first?.clicks == 1000)
  }

  @Test func `the same slug on several hosts is counted for each, in whatever order`() throws {
    let store = try BrokenStore()
    let recorder = ClickRecorder(store: store)
    let now = HTTPInstant(secondsSinceEpoch: 0)
    for host in ["a", "b", "b", "c", "a", "c", "b", "c", "c", "c"] {
      let link = ShortLink(host: "\(host).example", slug: "x", url: "https://e.example/")
      recorder.count(
        ServedLink(link, site: LinkSite()), agent: UserAgent(), referrer: "", outcome: .redirect,
        at: now)
    }
    recorder.close()
    for (host, clicks) in [("a", 2), ("b", 3), ("c", 5)] {
      let statistics = try store.statistics(
        StatisticsQuery(host: "\(host).example", slug: "x", by: .outcome))
      #expect(statistics.clicks == clicks)
    }
  }

  @Test func `a visitor's made-up referrers grow neither the sums nor the store`() throws {
    let store = try BrokenStore()
    let recorder = ClickRecorder(store: store)
    let link = ServedLink(
      ShortLink(host: "a.example", slug: "x", url: "https://e.example/"), site: LinkSite())
    let now = HTTPInstant(secondsSinceEpoch: 0)
    for round in 0..<3 {
      for number in 0..<5000 {
        recorder.count(
          link, agent: UserAgent(), referrer: "r\(round).\(number)", outcome: .redirect, at: now)
      }
      #expect(recorder.sums.count == CountedNames.referrersOfLink + 1)
      recorder.close()
    }
    let statistics = try store.statistics(StatisticsQuery(by: .referrer))
    #expect(statistics.clicks == 15_000)
    #expect(statistics.rows.count == CountedNames.referrersOfLink + 1)
    #expect(statistics.rows.first?.name == CountedNames.other)
    let later = Timestamp(secondsSinceEpoch: 3600)
    for _ in 0..<3 {
      try waitForAnswer {
        store.rollUp(StatisticsRetention(), limit: 1000, now: later, completion: $0)
      }
    }
    let rows = try store.measures()
    #expect(rows.waitingRows == 0)
    // The referrers, their common row, and the hour as a whole.
    #expect(rows.hourRows <= CountedNames.referrersOfLink + 2)
  }
}
