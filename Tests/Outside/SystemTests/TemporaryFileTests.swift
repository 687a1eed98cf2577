import System
import Testing

@Suite struct TemporaryFileTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `has no name, and is read as often as one likes`() throws {
    let file = try TemporaryFile(in: folder.path, name: "upload")
    #expect(try names(folder.path).isEmpty)
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
    try folder.link("upload", to: folder.path + "/target")
    #expect(throws: SystemError.self) { _ = try TemporaryFile(in: folder.path, name: "upload") }
    #expect(try names(folder.path) == ["upload"])
  }
}
