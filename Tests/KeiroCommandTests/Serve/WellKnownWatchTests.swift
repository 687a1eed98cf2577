import SiteModel
import FoundationEssentials
import Testing

@testable import KeiroCommand

@Suite struct WellKnownWatchTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/wk"
    try folder.createFolder("wk/acme-challenge")
    try folder.write("Contact", to: "wk/security.txt")
  }

  @Test func `sees files come, change and go`() throws {
    var watch = WellKnownWatch(folders: [nil, path])
    try folder.write("token", to: "wk/acme-challenge/t")
    var seen = [watch.hasChanged(), watch.hasChanged()]
    #expect(watch.files(1).map(\.name) == ["security.txt", "acme-challenge/t"])
    try folder.write("another", to: "wk/acme-challenge/t")
    seen.append(watch.hasChanged())
    #expect(watch.files(1).last?.bytes == Array("another".utf8))
    try FileManager.default.removeItem(atPath: path)
    seen.append(watch.hasChanged())
    #expect(watch.files(1).isEmpty && watch.files(0).isEmpty)
    #expect(seen == [true, false, true, true])
  }

  @Test func `keeps the files of a folder that cannot be read at the moment`() throws {
    var watch = WellKnownWatch(folders: [path])
    try FileManager.default.removeItem(atPath: path)
    // Neither gone nor forbidden: listing it fails as it does without descriptors.
    try folder.write("", to: "wk")
    let hasChanged = watch.hasChanged()
    #expect(!hasChanged)
    #expect(watch.files(0).map(\.name) == ["security.txt"])
    // Nor does a reload forget them.
    let reloaded = WellKnownWatch(folders: [nil, path], before: watch)
    #expect(reloaded.files(1).map(\.name) == ["security.txt"])
    #expect(WellKnownWatch(folders: [path]).files(0).isEmpty)
  }
}
