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

func withTemporaryFolder(_ body: (String) throws -> Void) throws {
  let folder =
    FileManager.default.temporaryDirectory.path + "/keiro-files-\(UInt64.random(in: 0 ... .max))"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try body(folder)
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
