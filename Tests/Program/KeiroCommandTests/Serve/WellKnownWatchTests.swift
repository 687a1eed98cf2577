import ProgramSupport
import SiteModel
import FoundationEssentials
import Glibc
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

  @Test func `serves neither hidden files nor links nor pipes nor large files`() throws {
    try folder.write("key", to: "secret")
    try folder.createFolder("wk/.git")
    for name in ["wk/.git/config", "wk/.env", "wk/acme-challenge/.hidden"] {
      try folder.write("x", to: name)
    }
    #expect(symlink(folder.path + "/secret", path + "/link") == 0)
    #expect(symlink(folder.path, path + "/up") == 0)
    #expect(mkfifo(path + "/pipe", 0o600) == 0)
    try folder.write("", to: "wk/large")
    #expect(truncate(path + "/large", 3 << 30) == 0)
    try folder.write("", to: "wk/limit")
    #expect(truncate(path + "/limit", 1 << 20) == 0)
    let watch = WellKnownWatch(folders: [path])
    #expect(watch.files(0).map(\.name) == ["limit", "security.txt"])
    // The folder itself may be a link.
    #expect(symlink(path, folder.path + "/linked") == 0)
    let linked = WellKnownWatch(folders: [folder.path + "/linked"])
    #expect(linked.files(0).map(\.name) == ["limit", "security.txt"])
  }

  @Test func `keeps the files of a folder that cannot be read at the moment`() throws {
    var watch = WellKnownWatch(folders: [path])
    try FileManager.default.removeItem(atPath: path)
    // Neither missing nor forbidden: listing it fails like without descriptors.
    try folder.write("", to: "wk")
    let hasChanged = watch.hasChanged()
    #expect(!hasChanged)
    #expect(watch.files(0).map(\.name) == ["security.txt"])
    // A reload does not forget them either.
    let reloaded = WellKnownWatch(folders: [nil, path], before: watch)
    #expect(reloaded.files(1).map(\.name) == ["security.txt"])
    #expect(WellKnownWatch(folders: [path]).files(0).isEmpty)
  }
}
