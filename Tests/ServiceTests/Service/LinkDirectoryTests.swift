import Dispatch
import FoundationEssentials
import LinkStorage
import Links
import SQLiteStore
import Service
import Testing

@Suite struct LinkDirectoryTests {
  private func link(_ slug: String) -> ShortLink {
    ShortLink(host: "a.example", slug: slug, url: "https://e.example/")
  }

  /// A thread of the store that waited for the store would wait for itself.
  @Test(arguments: [false, true])
  func `what follows the answer to a change may wait for the store again`(isOfBatch: Bool) throws {
    let folder =
      FileManager.default.temporaryDirectory.path + "/keiro-\(UInt64.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/keiro.db")
    let directory = LinkDirectory(store: store, passwords: .plain)
    let now = Timestamp(secondsSinceEpoch: 0)
    let isDone = DispatchSemaphore(value: 0)
    let next: @Sendable (ShortLink) -> Void = { link in
      _ = try? waitForAnswer { store.create(link, CreationTerms(), now: now, completion: $0) }
      isDone.signal()
    }
    let (first, second) = (link("first"), link("second"))
    let queue = isOfBatch ? directory.queues.answers : nil
    directory.create(first, CreationTerms(), by: .service, now: now, on: queue) { _ in
      next(second)
    }
    #expect(isDone.wait(timeout: .now() + .seconds(30)) == .success)
    #expect(try store.currentLink(at: second.key) != nil)
  }
}
