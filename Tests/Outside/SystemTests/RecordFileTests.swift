import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import System

@Suite struct RecordFileTests {
  private let folder: TestFolder
  private let texts = ["one", #"{"two":2}"#, "", "three"]

  private var path: String { folder.path + "/records" }

  init() throws { folder = try TestFolder() }

  private var sealed: [[UInt8]] { texts.map { RecordSeal.seal(Array($0.utf8)) } }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  @Test func `keeps records in order, also those with more bytes than are read at once`() throws {
    let all = texts + [String(repeating: "long", count: 200_000), "last"]
    var file = RecordFile(path: path, length: 0)
    for text in all { try file.append(Array(text.utf8)) }
    #expect(try records(path) == all)
    #expect(contents(path)?.count == file.length)
    let last = try #require(try parts(path).last)
    #expect(last.range.upperBound == file.length)
    #expect(try parts(path, from: last.range.lowerBound) == [last])
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `a file that was cut at any byte has all records before, and goes on behind them`()
    throws
  {
    let bytes = sealed.flatMap(\.self)
    // A record is whole without the line feed behind it.
    var end = 0
    let ends = sealed.map { record in
      end += record.count
      return end - 1
    }
    for count in 0...bytes.count {
      let path = "\(folder.path)/\(count)"
      try write(Array(bytes.prefix(count)), path)
      let whole = texts.prefix(ends.count { $0 <= count })
      #expect(try records(path) == Array(whole))
      let length = try parts(path).last { $0.isEnded }?.range.upperBound ?? 0
      var file = RecordFile(path: path, length: length)
      #expect(try file.cut() == count - length)
      try file.append(Array("next".utf8))
      #expect(try records(path) == Array(whole) + ["next"])
      #expect(try parts(path).allSatisfy(\.isEnded))
    }
  }

  @Test func `half a record that was not cut off takes nothing of the next one`() throws {
    let whole = sealed[1]
    for count in 1..<(whole.count - 1) {
      let path = "\(folder.path)/\(count)"
      try write(sealed[0] + whole.prefix(count) + sealed[3], path)
      #expect(try records(path) == [texts[0], texts[3]])
      #expect(try parts(path).map(\.content)[1] == .broken)
    }
  }

  @Test(arguments: [0x00, 0x0A, 0x1E, 0x20, 0xFF] as [UInt8])
  func `a damaged byte costs the record that has it and no other`(_ byte: UInt8) throws {
    for index in sealed[1].indices where sealed[1][index] != byte {
      var damaged = sealed[1]
      damaged[index] = byte
      try write(sealed[0] + damaged + sealed[3], path)
      let found = try records(path)
      #expect(found == [texts[0], texts[3]] || found == [texts[0], texts[1], texts[3]])
      // The line feed behind a record is none of its bytes.
      #expect(found.count == 2 || index == damaged.indices.last)
    }
  }

  @Test func `a disk that is full after any byte leaves nothing of a record behind`() throws {
    let record = Array(texts[1].utf8)
    for room in 0..<RecordSeal.seal(record).count {
      let path = "\(folder.path)/\(room)"
      let disk = SmallDisk(room: .max)
      var file = RecordFile(path: path, length: 0, calls: disk.calls)
      try file.append(Array(texts[0].utf8))
      let before = contents(path)
      disk.room.store(room, ordering: .relaxed)
      #expect { try file.append(record) } throws: { ($0 as? SystemError)?.isWithoutRoom == true }
      #expect(contents(path) == before && before?.count == file.length)
      disk.room.store(.max, ordering: .relaxed)
      try file.append(record)
      #expect(try records(path) == Array(texts[0...1]))
    }
  }

  @Test func `a record that the disk does not confirm is taken back`() throws {
    let disk = SmallDisk(room: .max)
    var file = RecordFile(path: path, length: 0, calls: disk.calls)
    disk.syncs.store(false, ordering: .relaxed)
    #expect(throws: SystemError.self) { try file.append([1]) }
    #expect(contents(path) == [] && file.length == 0)
    disk.syncs.store(true, ordering: .relaxed)
    try file.append(Array("a".utf8))
    #expect(try records(path) == ["a"])
  }

  @Test func `lines of another kind are told from records`() throws {
    try write(Array("old\n\nolder".utf8) + sealed[0] + Array("torn".utf8), path)
    let parts = try parts(path)
    #expect(
      parts.map(\.content) == [
        .unsealed(Array("old".utf8)), .unsealed(Array("older".utf8)),
        .record(Array(texts[0].utf8)), .unsealed(Array("torn".utf8)),
      ])
    #expect(parts.map(\.isEnded) == [true, true, true, false])
  }

  @Test func `there is no file to read where there was no record`() throws {
    #expect(throws: FileReadError.self) { try parts(path) }
    var file = RecordFile(path: path, length: 0)
    #expect(try file.cut() == 0)
    try file.append([2])
    file.remove()
    #expect(try names(folder.path).isEmpty && file.length == 0)
  }
}
