import FoundationEssentials
import Glibc
import Testing

@testable import System

/// A disk that accepts a given number of bytes at each attempt.
private struct Disk {
  var room: [Int]
  var text = ""

  mutating func take(_ bytes: [UInt8]) -> Int {
    let count = min(room.isEmpty ? 0 : room.removeFirst(), bytes.count)
    text += String(decoding: bytes[..<count], as: UTF8.self)
    return count
  }
}

/// The final content of the disk, and the number of lines lost by each batch.
private struct Outcome: Equatable {
  let text: String
  let lost: [Int]

  init(_ text: String, _ lost: [Int]) {
    self.text = text
    self.lost = lost
  }
}

private func append(_ batches: [String], room: [Int]) -> Outcome {
  var output = LineOutput()
  var disk = Disk(room: room)
  let lost = batches.map { output.append(Array($0.utf8)) { disk.take($0) } }
  return Outcome(disk.text, lost)
}

@Test func `completes a partial line before the next one`() {
  #expect(append(["ab\n", "cd\n"], room: [2, 9]) == Outcome("ab\ncd\n", [0, 0]))
  #expect(append(["ab\ncd\nef\n", "gh\n"], room: [4, 9]) == Outcome("ab\ncd\ngh\n", [1, 0]))
  #expect(append(["ab\n", "cd\n", "ef\n"], room: [1, 0, 9]) == Outcome("ab\nef\n", [0, 1, 0]))
  #expect(append(["ab\n", "cd\n", "ef\n"], room: [1, 1, 9]) == Outcome("ab\nef\n", [0, 1, 0]))
}

@Test func `counts the lines that the disk does not accept`() {
  #expect(append(["a\nb\n", "c\n", "d\n"], room: [0, 0, 9]) == Outcome("d\n", [2, 1, 0]))
  #expect(append(["a\nb\n", "c\n"], room: [2, 9]) == Outcome("a\nc\n", [1, 0]))
}

@Test(arguments: 0...9)
func `tears no line wherever the disk stops`(_ room: Int) {
  let outcome = append(["one\ntwo\n", "three\n"], room: [room, 99])
  let lines = outcome.text.split(separator: "\n")
  #expect(
    lines.allSatisfy { ["one", "two", "three"].contains($0) } && outcome.text.hasSuffix("\n"))
  #expect(lines.count + outcome.lost.reduce(0, +) == 3)
}

@Test func `reports the lines lost by a log on a full disk`() throws {
  let log = try LogFile(path: "/dev/full")
  // Lines are written on a separate thread, so losses may be reported by a later call.
  let lost = log.write(Array("a\nb\n".utf8)) + log.write(Array("c\n".utf8))
  log.flush(timeout: 60)
  #expect(lost + log.write([]) == 3)
}

@Test func `a log that is opened again continues no half line`() throws {
  let path = newPath()
  defer { unlink(path) }
  let log = try LogFile(path: path)
  _ = log.write(Array("one\n".utf8))
  log.flush(timeout: 60)
  try AppendedFile(path: path).append(Array("tw".utf8))
  log.reopen()
  _ = log.write(Array("three\n".utf8))
  log.flush(timeout: 60)
  #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntw\nthree\n")

  // The rest of the line is known to what has begun it.
  var (output, disk) = (LineOutput(), Disk(room: [1, 0, 9]))
  _ = output.append(Array("ab\n".utf8)) { disk.take($0) }
  output.goOn(isWithinLine: true)
  #expect(output.append(Array("cd\n".utf8)) { disk.take($0) } == 1)
  output.goOn(isWithinLine: true)
  #expect(output.append(Array("ef\n".utf8)) { disk.take($0) } == 0)
  #expect(disk.text == "ab\nef\n")
}

private func newPath() -> String { "/tmp/keiro-log-\(UInt64.random(in: 0 ... .max))" }

@Test func `a log that is no longer used gives its file back`() throws {
  let path = newPath()
  defer { unlink(path) }
  func openCount() -> Int {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count { descriptor in
      var target = [CChar](repeating: 0, count: 256)
      let length = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
      return length > 0 && target.prefix(length).elementsEqual(path.utf8.map(CChar.init))
    }
  }
  do {
    let log = try LogFile(path: path)
    #expect(log.write(Array("a\n".utf8)) == 0)
    log.flush(timeout: 60)
    #expect(openCount() == 1)
  }
  #expect(openCount() == 0)
}
