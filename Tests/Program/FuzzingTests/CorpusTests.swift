import FoundationEssentials
import Fuzzing
import Testing

extension FuzzTarget: CustomTestStringConvertible {
  /// The name of its folder.
  public var testDescription: String { name }
}

struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Support/Fuzzing/Corpus").standardizedFileURL

  @Test(arguments: FuzzTarget.all)
  func `handles every input of its corpus`(target: FuzzTarget) throws {
    let folder = Self.folder.appending(path: target.name)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    for name in names.sorted() {
      let bytes = try Data(contentsOf: folder.appending(path: name))
      target.run(Array(bytes))
    }
    target.run([])
  }

  @Test func `every folder of the corpus belongs to a target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
  }
}
