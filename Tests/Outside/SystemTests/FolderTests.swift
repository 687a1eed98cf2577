import FoundationEssentials
import Glibc
import Testing

@testable import System

@Suite struct FolderTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `lists files at the top first, in the order of their names`() throws {
    for name in ["b/2", "b/1", "a/x/y", "z", "c"] { try folder.write(name, to: name) }
    #expect(try folder.names() == ["c", "z", "a/x/y", "b/1", "b/2"])
  }

  @Test func `hides names that begin with a dot`() throws {
    for name in [".env", ".git/config", "a/.hidden", "a/b", "c.d"] {
      try folder.write("", to: name)
    }
    #expect(try folder.names() == ["c.d", "a/b"])
  }

  @Test func `follows no links to files or folders`() throws {
    let outside = try TestFolder()
    try outside.write("secret", to: "secret")
    try folder.write("own", to: "own")
    try folder.link("file", to: outside.path + "/secret")
    try folder.link("folder", to: outside.path)
    try folder.link("near", to: "own")
    try folder.link("nowhere", to: "absent")
    #expect(try folder.names() == ["own"])
    for name in ["file", "folder/secret", "near", "nowhere"] {
      #expect(try folder.contents(name) == nil)
    }
    let link = folder.path + "/folder"
    #expect(try FolderWalk.files(in: link, depth: 0, limit: 9).map(\.name) == ["secret"])
  }

  @Test func `lists regular files alone`() throws {
    try folder.write("", to: "file")
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    let kinds = try Folder(path: folder.path).entries().map(\.kind)
    #expect(kinds == [.file, .other])
    #expect(try folder.names() == ["file"])
    #expect(try folder.contents("pipe") == nil)
  }

  @Test(arguments: [
    (0, 9, ["a"]), (1, 9, ["a", "1/b"]), (2, 9, ["a", "1/b", "1/2/c"]), (2, 2, ["a", "1/b"]),
    (2, 0, []),
  ])
  func `stops at its depth and its number of files`(
    _ depth: Int, _ limit: Int, _ expected: [String]
  ) throws {
    for name in ["a", "1/b", "1/2/c"] { try folder.write("", to: name) }
    #expect(try folder.names(depth: depth, limit: limit) == expected)
  }

  @Test func `tells sizes and times`() throws {
    try folder.write("four", to: "a")
    let before = try FolderWalk.files(in: folder.path, depth: 0, limit: 1)
    let age = Int(Clock.now()) - (before.first?.modified ?? 0) / 1_000_000_000
    #expect(before.first?.size == 4 && (-1...60).contains(age))
    var times = [timespec(tv_sec: 7, tv_nsec: 8), timespec(tv_sec: 7, tv_nsec: 8)]
    #expect(utimensat(AT_FDCWD, folder.path + "/a", &times, 0) == 0)
    let after = try FolderWalk.files(in: folder.path, depth: 0, limit: 1)
    #expect(after.map(\.modified) == [7_000_000_008])
  }

  @Test func `leaves out what is absent and what it may not enter`() throws {
    let absent = folder.path + "/absent"
    #expect(try FolderWalk.files(in: absent, depth: 1, limit: 1) == [])
    try folder.write("x", to: "closed/a")
    try folder.write("x", to: "open/b")
    #expect(chmod(folder.path + "/closed", 0) == 0)
    // Root can open every folder.
    let expected = geteuid() == 0 ? ["closed/a", "open/b"] : ["open/b"]
    #expect(try folder.names() == expected)
    #expect(try folder.contents("closed/a") == (geteuid() == 0 ? "x" : nil))
  }

  @Test func `reports a failure that may pass`() throws {
    try folder.write("", to: "file")
    let file = folder.path + "/file"
    #expect(throws: SystemError(operation: "open", subject: file, code: ENOTDIR)) {
      try FolderWalk.files(in: file, depth: 1, limit: 1)
    }
  }

  @Test func `keeps listing a folder that was removed or replaced meanwhile`() throws {
    try folder.write("x", to: "a/1")
    let open = try Folder(path: folder.path + "/a")
    try folder.remove("a")
    #expect(throws: SystemError.self) { try open.read("1", limit: 9) }
    #expect(try folder.contents("a/1") == nil)
    try folder.link("a", to: "/etc")
    #expect(try folder.contents("a/hostname") == nil)
  }

  @Test func `looks at the size of a file before reading it`() throws {
    try folder.write("12345", to: "a")
    #expect(try folder.contents("a", limit: 5) == "12345")
    #expect(try folder.contents("a", limit: 4) == nil)
    // Sparse: reading its gigabytes would take long.
    let large = folder.path + "/large"
    try folder.write("", to: "large")
    #expect(truncate(large, 64 << 30) == 0)
    #expect(try folder.contents("large", limit: 1 << 20) == nil)
    #expect(throws: FileReadError(message: "the file is larger than 9 bytes")) {
      try readFile(large, limit: 9)
    }
  }
}
