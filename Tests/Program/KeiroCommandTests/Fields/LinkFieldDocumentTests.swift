import LinkImport
import Links
import ProgramSupport
import Questions
import Testing

@testable import KeiroCommand

/// Help and guide describe the fields of links as their table does.
struct LinkFieldDocumentTests {
  private static let configured = LinkField.all.filter { $0.setters.contains(.configuration) }

  @Test func `the guide names every field that a configuration has`() throws {
    let file = try repositoryFile("deploy/guide/configuration.md")
    let guide = String(decoding: file, as: UTF8.self)
    let start = try #require(guide.firstRange(of: "A **short link** has"))
    let rest = guide[start.lowerBound...]
    let end = rest.firstRange(of: "\n\n")?.lowerBound ?? rest.endIndex
    let quoted = rest[..<end].split(separator: "`", omittingEmptySubsequences: false)
    let words = Set(quoted.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
    let names = Set(Self.configured.map(\.name) + LinkPart.all.map(\.name))
    #expect(names.subtracting(words) == [])
    let values = Set(
      LinkField.all.flatMap { field -> [String] in
        guard case .choice(let choice) = field.type else { return [] }
        return choice.values.map(\.text)
      })
    #expect(
      words.subtracting(names).subtracting(values)
        == ["{ \"file\": … }", "{ \"hash\": … }"])
  }

  @Test func `every option of a field writes that field alone`() throws {
    #expect(OptionSpecification.byField.count == LinkField.all.compactMap(\.option).count)
    for (field, option) in OptionSpecification.byField {
      let text =
        switch field.type {
        case .choice(let choice): choice.standard.text
        case .time: "7d"
        default: "5"
        }
      var edit = LinkEdit()
      switch field.type {
      case .flag: _ = edit.set(field.path, "true")
      case .tags: edit.tags = [text]
      default: _ = edit.set(field.path, text)
      }
      #expect(!edit.isEmpty, "\(field.path)")
      let arguments = [option.name] + (option.value == nil ? [] : [text])
      let command = try #require(CommandTable.command("links edit"))
      let parsed = try CommandLineParser(environment: [:])
        .split(arguments[...] + ["a.example/s/x"], of: command)
      #expect(try parsed?.linkChanges() == LinkFieldChanges(edit: edit))
    }
  }

  @Test func `a new link takes the options of all fields but its destination`() {
    for (field, option) in OptionSpecification.byField {
      #expect(OptionSpecification.fields.contains(option) != field.type.isRequired)
      #expect(OptionSpecification.changedFields.contains(option))
    }
  }
}
