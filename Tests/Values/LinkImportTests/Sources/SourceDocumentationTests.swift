import FoundationEssentials
import GoldenFiles
import LinkImport
import Testing

/// The articles of the guide have the same columns as the code.
struct SourceDocumentationTests {
  private static let services = ImportSource.all.filter {
    $0.format != .csv && $0.format != .ndjson
  }

  @Test(arguments: services.map(\.format))
  func `the article of a service has its columns`(_ format: ImportFormat) throws {
    let source = try #require(ImportSource.named(format))
    let file = ImportedFile.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "deploy/guide/imports/\(format.rawValue).md")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let begin = try #require(text.firstRange(of: "<!-- columns -->\n"))
    let end = try #require(text.firstRange(of: "<!-- end of columns -->\n"))
    let wanted =
      text[..<begin.upperBound] + "\n" + source.documentation + "\n" + text[end.lowerBound...]
    #expect(try GoldenFile(file).difference(from: String(wanted)) == nil)
  }

  @Test(arguments: services.map(\.format))
  func `every name of a column stands for one thing`(_ format: ImportFormat) throws {
    let source = try #require(ImportSource.named(format))
    // Different spellings of one column may be equal once normalised.
    let names = source.columns.flatMap { column in
      Set(
        column.names.map { $0.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    }
    #expect(Set(names).count == names.count)
  }
}
