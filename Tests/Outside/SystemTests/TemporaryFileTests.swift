import FoundationEssentials
import System
import Testing

@Suite struct TemporaryFileTests {
  @Test func `has no name, and is read as often as one likes`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "keiro-temporary-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try TemporaryFile(in: folder.path, name: "upload")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    try file.append([1, 2])
    try file.append([3])
    for _ in 0..<2 {
      let pieces = try FilePieces(file)
      #expect(pieces.size == 3)
      #expect(try pieces.next() == [1, 2, 3])
      #expect(try pieces.next() == nil)
    }
  }

  @Test func `follows no link that stands in its place`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "keiro-temporary-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let link = folder.appending(path: "upload").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.appending(path: "target").path)
    #expect(throws: SystemError.self) { _ = try TemporaryFile(in: folder.path, name: "upload") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["upload"])
  }
}
