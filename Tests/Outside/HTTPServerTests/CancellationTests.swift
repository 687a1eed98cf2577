import HTTPCore
import Synchronization
import Testing

/// Work that stops with its connection.
struct CancellationTests {
  private let cancellation = HTTPCancellation()
  private let server: TestServer
  private let get = "GET /endless HTTP/1.1\r\nHost: a\r\n\r\n"

  init() throws {
    let cancellation = cancellation
    server = try TestServer {
      AnsweringHandler { _ in .deferred(HTTPDeferredWork(cancellation: cancellation) { _ in }) }
    }
  }

  @Test(arguments: [1, 2]) func `a client that goes away ends its work`(requests: Int) throws {
    do {
      let client = try server.client()
      for _ in 0..<requests { client.send(get) }
      try server.barrier()
      #expect(!cancellation.isCancelled)
    }
    // Closing reaches the server soon, though not necessarily before the next barrier.
    for _ in 0..<10_000 where !cancellation.isCancelled { try server.barrier() }
    #expect(cancellation.isCancelled)
  }

  @Test func `a client that stops sending counts as gone`() throws {
    let client = try server.client(sending: get)
    client.endWriting()
    #expect(client.isClosedByServer())
    #expect(cancellation.isCancelled)
  }

  /// A server whose work is completed by the test.
  private func server(
    _ work: HTTPCancellation?, _ collect: @escaping @Sendable (@escaping HTTPCompletion) -> Void
  ) throws -> TestServer {
    try TestServer {
      AnsweringHandler { _ in .deferred(HTTPDeferredWork(cancellation: work, collect)) }
    }
  }

  @Test func `an answer reaches a client that has sent more than its last request`() throws {
    let completions = Mutex<[HTTPCompletion]>([])
    let server = try server(nil) { done in completions.withLock { $0.append(done) } }
    let client = try server.client(sending: "POST /form HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc")
    client.deliver()
    try server.barrier()
    client.send("\r\n")
    client.deliver()
    try server.barrier()
    completions.withLock { $0.first }?(HTTPResponse(.ok, body: Array("there".utf8)))
    #expect(client.readAll().hasSuffix("there"))
  }

  @Test func `a patient answer reaches a client that has stopped sending`() throws {
    let work = HTTPCancellation(isPatient: true)
    let completions = Mutex<[HTTPCompletion]>([])
    let server = try server(work) { done in completions.withLock { $0.append(done) } }
    let client = try server.client(sending: get)
    client.endWriting()
    for _ in 0..<10_000 where !work.hasInputEnded { try server.barrier() }
    #expect(work.hasInputEnded && !work.isCancelled)
    completions.withLock { $0.first }?(HTTPResponse(.ok, body: Array("there".utf8)))
    #expect(client.readAll().hasSuffix("there"))
  }

  @Test func `work that takes too long ends`() throws {
    let client = try server.client(sending: get)
    try server.advance(seconds: 119)
    #expect(!cancellation.isCancelled)
    server.passTime(seconds: 2)
    #expect(cancellation.isCancelled && client.isClosedByServer())
  }
}
