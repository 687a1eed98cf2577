import FoundationEssentials
import Glibc
import Synchronization

@testable import System

/// A disk that takes a number of bytes, and afterwards none.
final class SmallDisk: Sendable {
  let room: Atomic<Int>
  let syncs = Atomic(true)

  init(room: Int) {
    self.room = Atomic(room)
  }

  var calls: FileCalls {
    FileCalls(
      write: { [self] descriptor, bytes in
        let count = min(room.load(ordering: .relaxed), bytes.count)
        guard count > 0 else {
          errno = ENOSPC
          return -1
        }
        room.subtract(count, ordering: .relaxed)
        return Glibc.write(descriptor, bytes.baseAddress, count)
      },
      sync: { [self] descriptor in
        guard syncs.load(ordering: .relaxed) else {
          errno = EIO
          return -1
        }
        return fdatasync(descriptor)
      })
  }
}

/// A folder that is removed with the last reference to it.
final class TestFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.path
      + "/keiro-system-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    _ = chmod(path + "/closed", 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ text: String, to name: String) throws {
    let file = path + "/" + name
    let folder = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
    try FileManager.default.createDirectory(
      atPath: String(folder), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }

  func names(depth: Int = 4, limit: Int = 100) throws -> [String] {
    try FolderWalk.files(in: path, depth: depth, limit: limit).map(\.name)
  }

  func contents(_ name: String, limit: Int = 100) throws -> String? {
    try FolderWalk.contents(of: name, in: path, limit: limit).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

func contents(_ path: String) -> [UInt8]? {
  FileManager.default.contents(atPath: path).map { [UInt8]($0) }
}

func names(_ folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

/// The parts of a file.
func parts(_ path: String, from start: Int = 0) throws -> [RecordReader.Part] {
  var reader = try RecordReader(path: path, from: start)
  var parts: [RecordReader.Part] = []
  while let part = try reader.next() { parts.append(part) }
  return parts
}

/// The texts of the whole records of a file.
func records(_ path: String) throws -> [String] {
  try parts(path).compactMap { part in
    guard case .record(let record) = part.content else { return nil }
    return String(decoding: record, as: UTF8.self)
  }
}
