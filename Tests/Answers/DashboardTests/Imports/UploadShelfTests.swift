import HTTPCore
import LinkImport
import LinkStorage
import System
import Testing
import WebSyntax

@testable import Dashboard

@Suite struct UploadShelfTests {
  private let shelf = UploadShelf()
  private let folder = Process.temporaryFolder

  private func instant(_ seconds: Double) -> HTTPInstant {
    HTTPInstant(secondsSinceEpoch: seconds, steadySeconds: seconds)
  }

  /// Stores a file for a trial import; nil if there is no room.
  @discardableResult
  private func bring(
    _ id: String, of owner: String, at seconds: Double = 0, _ stage: Upload.Stage? = nil
  ) throws -> Upload? {
    guard let slot = shelf.begin(owner, at: instant(seconds)) else { return nil }
    let file = try TemporaryFile(in: folder, name: "keiro-shelf-\(UInt64.random(in: 0 ... .max))")
    let upload = Upload(
      id: id, owner: owner, fileName: "links.csv", file: file, size: 1, options: ImportOptions(),
      time: seconds)
    if let stage { upload.enter(stage) }
    shelf.put(upload, in: slot)
    return upload
  }

  private let report = ImportReport(isDryRun: false)

  @Test func `lets go of a file that was imported, and keeps its report`() throws {
    for number in 0..<50 {
      let upload = try #require(try bring("\(number)", of: "a", .applied(report)))
      #expect(upload.file == nil)
    }
    #expect(shelf.upload("0", of: "a") != nil && shelf.upload("0", of: "b") == nil)
    for number in 50..<100 { try bring("\(number)", of: "a", .applied(report)) }
    #expect((0..<100).count { shelf.upload("\($0)", of: "a") != nil } == 64)
  }

  @Test func `gives each person a share`() throws {
    for number in 0..<4 { #expect(try bring("\(number)", of: "a", .applying) != nil) }
    #expect(try bring("4", of: "a") == nil)
    #expect(try bring("5", of: "b") != nil)
  }

  @Test func `counts files that are still arriving`() {
    var slots = (0..<4).map { _ in shelf.begin("a", at: instant(0)) }
    #expect(slots.allSatisfy { $0 != nil } && shelf.begin("a", at: instant(0)) == nil)
    slots.removeLast()
    #expect(shelf.begin("a", at: instant(0)) != nil)
  }

  @Test func `gives the people of one host one share of what is arriving`() throws {
    let reach = HostReach([try #require(HostPattern("a.example"))])
    let slots = (0..<6).map { shelf.begin("\($0)", reach: reach, at: instant(0)) }
    #expect(slots.count { $0 != nil } == 4)
    #expect(shelf.begin("other", at: instant(0)) != nil)
  }

  @Test func `drops what its owner has left, the oldest first`() throws {
    for number in 0..<6 {
      #expect(try bring("\(number)", of: "a", at: Double(number), .tried(report)) != nil)
    }
    #expect((0..<6).filter { shelf.upload("\($0)", of: "a") != nil } == [2, 3, 4, 5])
  }

  @Test func `lets no four people shut out all others`() throws {
    for owner in ["a", "b", "c", "d"] {
      for number in 0..<4 { try bring("\(owner)\(number)", of: owner, .tried(report)) }
    }
    #expect(try bring("e", of: "e", .tried(report)) != nil)
  }

  @Test(arguments: [Upload.Stage.trying, .applying])
  func `keeps what is at work, however old`(_ stage: Upload.Stage) throws {
    let upload = try #require(try bring("a", of: "a", stage))
    try bring("b", of: "b", at: 7200, .tried(report))
    #expect(shelf.upload("a", of: "a") === upload)
    upload.enter(.applied(report))
    try bring("c", of: "c", at: 7200, .tried(report))
    #expect(shelf.upload("a", of: "a") == nil)
  }

  @Test func `forgets everything after an hour`() throws {
    try bring("a", of: "a", .tried(report))
    try bring("b", of: "b", at: 3600, .tried(report))
    #expect(shelf.upload("a", of: "a") == nil && shelf.upload("b", of: "b") != nil)
  }
}
