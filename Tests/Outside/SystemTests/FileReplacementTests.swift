import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import System

@Suite struct FileReplacementTests {
  private let folder: TestFolder
  private let before = Array("before".utf8)
  private let next = Array("the next contents".utf8)
  private var path: String { folder.path + "/file" }

  init() throws { folder = try TestFolder() }

  @Test func `replaces a file as a whole, with the mode asked for`() throws {
    try FileReplacement.replace(path, by: before, mode: 0o640)
    try FileReplacement.replace(path, by: next, mode: 0o600)
    #expect(contents(path) == next)
    #expect(try names(folder.path) == ["file"])
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: [0o640, 0o604] as [mode_t])
  func `a file that is rewritten keeps its mode`(_ mode: mode_t) throws {
    try FileReplacement.replace(path, by: before, mode: 0o600)
    #expect(chmod(path, mode) == 0)
    try FileReplacement.rewrite(path, by: next)
    #expect(contents(path) == next)
    #expect(try names(folder.path) == ["file"])
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == mode)
  }

  @Test func `a disk that is full after any byte keeps the old contents and nothing else`() throws {
    try FileReplacement.replace(path, by: before, mode: 0o600)
    for room in 0..<next.count {
      let calls = SmallDisk(room: room).calls
      #expect { try FileReplacement.replace(path, by: next, mode: 0o600, calls: calls) } throws: {
        ($0 as? SystemError)?.isWithoutRoom == true
      }
      #expect(contents(path) == before)
      #expect(try names(folder.path) == ["file"])
    }
  }

  @Test func `contents that the disk does not confirm replace nothing`() throws {
    try FileReplacement.replace(path, by: before, mode: 0o600)
    let disk = SmallDisk(room: .max)
    disk.syncs.store(false, ordering: .relaxed)
    #expect(throws: SystemError.self) {
      try FileReplacement.replace(path, by: next, mode: 0o600, calls: disk.calls)
    }
    #expect(contents(path) == before)
    #expect(try names(folder.path) == ["file"])
  }

  @Test func `what an interrupted replacement has left does not come into the next one`() throws {
    try Data(Array(repeating: 0x78, count: 100)).write(to: URL(filePath: path + ".new"))
    try FileReplacement.replace(path, by: next, mode: 0o600)
    #expect(contents(path) == next)
    #expect(try names(folder.path) == ["file"])
  }

  @Test func `a new file is there as a whole or not at all`() throws {
    for room in 0..<next.count {
      let calls = SmallDisk(room: room).calls
      #expect(throws: SystemError.self) { try writeNewFile(path, next, calls: calls) }
      #expect(try names(folder.path).isEmpty)
    }
    try writeNewFile(path, next)
    #expect(throws: SystemError.self) { try writeNewFile(path, before) }
    #expect(contents(path) == next)
  }

  @Test(arguments: ["", "whole\n", "half"])
  func `lines begin on a line of their own in a file that is appended to`(_ old: String) throws {
    for (name, append) in [
      ("log", { try LogFile(path: $0).append(Array("next\n".utf8)) }),
      ("lines", { try AppendedFile(path: $0).append(Array("next\n".utf8)) }),
    ] as [(String, (String) throws -> Void)] {
      let path = folder.path + "/" + name
      try Data(old.utf8).write(to: URL(filePath: path))
      try append(path)
      let whole = old.isEmpty || old.hasSuffix("\n") ? old : old + "\n"
      #expect(contents(path) == Array((whole + "next\n").utf8))
    }
  }

  /// The room is real: the system refuses what is beyond it, as on a full disk.
  @Test func `a full disk leaves whole records, whole files and no rests`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: rlim_t.max)
      guard setrlimit(__rlimit_resource_t(1), &limit) == 0 else { exit(2) }
      let folder = try TestFolder()
      let path = folder.path + "/records"
      var file = RecordFile(path: path, length: 0)
      var kept: [String] = []
      var failure: SystemError?
      while failure == nil, kept.count < 1000 {
        let text = "record \(kept.count)"
        do throws(SystemError) {
          try file.append(Array(text.utf8))
          kept.append(text)
        } catch { failure = error }
      }
      guard failure?.isWithoutRoom == true, kept.count > 10, try records(path) == kept,
        contents(path)?.count == file.length
      else { exit(3) }
      let large = [UInt8](repeating: 0x78, count: 1001)
      let secrets = try SecretFolder(path: folder.path)
      try secrets.write("secret", [1])
      for write in [
        { try secrets.write("secret", large) }, { try writeNewFile(folder.path + "/new", large) },
      ] as [() throws -> Void] {
        do {
          try write()
          exit(4)
        } catch {}
      }
      guard contents(folder.path + "/secret") == [1],
        try names(folder.path) == ["records", "secret"]
      else { exit(5) }
    }
  }
}
