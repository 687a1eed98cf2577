import DirectRequests
import JSONSyntax
import LinkStorage
import Links
import PublicSite
import SQLiteStore
import Service
import Synchronization
import Testing

@testable import Management
@testable import ServiceSupport

@Suite struct StatusBoardTests {
  private final class Facts: Sendable {
    private let facts = Mutex<[StatusFact]>([])

    func set(_ facts: [StatusFact]) { self.facts.withLock { $0 = facts } }
    var all: [StatusFact] { facts.withLock(\.self) }
  }

  private let contents: MemoryDatabase
  private let directory: LinkDirectory

  init() throws {
    contents = try MemoryDatabase()
    directory = try Self.directory(contents)
  }

  private static func directory(_ contents: MemoryDatabase) throws -> LinkDirectory {
    LinkDirectory(store: SQLiteStore(in: contents), passwords: .plain)
  }

  private func at(_ seconds: Int) -> Timestamp { Timestamp(secondsSinceEpoch: 1_000_000 + seconds) }

  private func board(_ node: String?, _ facts: Facts) -> StatusBoard {
    StatusBoard(node: node) { facts.all }
  }

  private func lines(_ board: StatusBoard, _ seconds: Int) -> [String] {
    board.items(directory, at: at(seconds)).map {
      let since = ($0.since?.secondsSinceEpoch ?? 0) - 1_000_000
      return "\($0.weight) \($0.code) \($0.subject) \(since)"
    }
  }

  @Test func `only a certificate of a host leads to the page of that host`() {
    #expect(StatusFact(.certificate, "a.example").link == "/dashboard/sites/a.example#doctor")
    for subject in ["/etc/keiro/chain.pem", "*.a.example"] {
      #expect(StatusFact(.certificate, subject).link == "/dashboard/sites")
    }
  }

  @Test func `since when survives a restart, until the thing is over`() {
    let facts = Facts()
    let first = board("n", facts)
    facts.set([StatusFact(.spool, "n", count: 9)])
    #expect(lines(first, 0) == ["warning spool n 0"])
    first.publish(directory, at: at(10))
    let second = board("n", facts)
    #expect(lines(second, 100) == ["warning spool n 0"])
    facts.set([])
    second.publish(directory, at: at(110))
    facts.set([StatusFact(.spool, "n", count: 9)])
    #expect(lines(board("n", facts), 200) == ["warning spool n 200"])
  }

  @Test func `all nodes tell the same, with the earliest time, the gravest first`() {
    let (ours, theirs) = (Facts(), Facts())
    let (one, other) = (board("n1", ours), board("n2", theirs))
    ours.set([StatusFact(.nodeBehind, "n1", count: 7), StatusFact(.doctor, "a.example", count: 1)])
    theirs.set([StatusFact(.doctor, "a.example", count: 1)])
    one.publish(directory, at: at(0))
    other.publish(directory, at: at(20))
    let expected = ["critical doctor a.example 0", "warning nodeBehind n1 0"]
    #expect(lines(one, 30) == expected && lines(other, 30) == expected)
    // A command that serves nothing reads what was published.
    #expect(lines(StatusBoard(), 30) == expected)
    for (count, seconds) in [(3, 40), (-1, 50)] {
      ours.set([StatusFact(.certificate, "c.pem", count: count)])
      one.publish(directory, at: at(seconds))
    }
    #expect(lines(StatusBoard(), 60).contains("critical certificate c.pem 40"))
  }

  @Test func `a node that stops without saying so is missed for a day`() {
    let facts = Facts()
    let (gone, ended, left) = (board("gone", facts), board("ended", facts), board("left", Facts()))
    facts.set([StatusFact(.spool, "x", count: 1)])
    gone.publish(directory, at: at(0))
    ended.publish(directory, at: at(0), hasEnded: true)
    #expect(lines(left, 100) == ["warning spool x 0"])
    #expect(lines(left, 200) == ["critical nodeSilent gone 0"])
    left.publish(directory, at: at(86_500))
    #expect(lines(left, 86_510).isEmpty)
  }

  @Test func `while another node publishes, this one is told to try again`() throws {
    let (board, managed) = (board("n", Facts()), directory.managed)
    #expect(try managed.lease("status", owner: "other", seconds: 60))
    #expect(!board.publish(directory, at: at(0), hasEnded: true))
    try managed.endLease("status", owner: "other")
    #expect(board.publish(directory, at: at(0), hasEnded: true))
    #expect(lines(StatusBoard(), 200).isEmpty)
  }

  @Test func `a page looks again after some seconds, or after a change`() {
    let facts = Facts()
    let board = board("", facts)
    #expect(lines(board, 0).isEmpty)
    facts.set([StatusFact(.reload, "", since: at(-5))])
    #expect(lines(board, 1).isEmpty)
    #expect(lines(board, 3) == ["warning reload  -5"])
    facts.set([])
    board.forget()
    #expect(lines(board, 3).isEmpty)
  }

  @Test func `webhooks that fail or were switched off for it are told, others are not`() throws {
    var webhooks: [Webhook] = []
    for number in 0..<4 {
      webhooks.append(
        Webhook(id: "w\(number)", url: "https://h.example/", secret: "s", now: at(0)))
    }
    webhooks[1].failingSince = at(1)
    webhooks[2].disabledAt = at(2)
    webhooks[3].disabledAt = at(3)
    webhooks[3].disabledReason = StoredFault(sentence: "no answer", code: "timeout")
    let facts = StatusFact.webhooks(webhooks)
    #expect(facts.map(\.subject) == ["w1", "w3"])
    #expect(facts.map(\.since) == [at(1), at(3)])
    #expect(facts.map(\.link) == ["/dashboard/webhooks/w1", "/dashboard/webhooks/w3"])
  }

  @Test(arguments: StatusFact.Code.allCases)
  func `each thing has a title in both languages, and is read as it was published`(
    _ code: StatusFact.Code
  ) throws {
    let fact = StatusFact(code, "a.example", detail: "detail", count: 2, since: at(4))
    #expect(!fact.english.isEmpty && fact.japanese.unicodeScalars.contains { !$0.isASCII })
    #expect(fact.english.first?.isUppercase == false && fact.english.last != ".")
    let text = fact.stored.compact
    let read = StatusFact(stored: try JSONDocument(parsing: Array(text.utf8)).root)
    #expect(read == fact)
  }

  @Test func `the API tells those who see the whole service, and nobody else`() throws {
    let service = try ServiceFixture()
    _ = try service.visit("/s/nowhere")
    service.now += 2
    for worker in service.workers { worker.handler.tick(at: service.instant) }
    let answer = try service.call("GET", "/v1/status")
    #expect(answer.status == 200)
    #expect(
      answer.text
        == #"{"items":[],"configuration":{"loadedAt":null,"digest":null},"#
        + #""unknown":[{"host":"a.example","path":"/s/nowhere","count":1}]}"# + "\n")
  }

  @Test func `a store that does not answer leaves unknown addresses unknown`() throws {
    let store = SQLiteStore(in: contents)
    let directory = LinkDirectory(store: store, passwords: .plain)
    #expect(StatusBoard().document(directory, at: at(0)).compact.hasSuffix(#""unknown":[]}"#))
    store.close()
    #expect(StatusBoard().document(directory, at: at(0)).compact.hasSuffix(#""unknown":null}"#))
  }
}
