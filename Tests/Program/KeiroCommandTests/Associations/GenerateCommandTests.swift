import FoundationEssentials
import KeiroCommand
import ProgramSupport
import Testing

/// `keiro generate`, and its comparison with the files of an app.
struct GenerateCommandTests {
  private let folder: TemporaryFolder
  private let configuration: String

  init() throws {
    folder = try TemporaryFolder()
    configuration = try folder.write(
      """
      { "apps": { "shop": { "apple": { "appIDs": ["A1B2C3D4E5.com.example.shop"] } } },
        "sites": [ { "hosts": ["links.example.com"], "webcredentials": ["shop"],
          "routes": [{ "/": "/product/{id}", "app": "shop" }] } ] }
      """, to: "keiro.json")
  }

  private func run(_ words: String...) -> CommandResult {
    keiro(["generate"] + words, environment: ["KEIRO_CONFIG": configuration])
  }

  @Test func `entitlements are read from a binary list, too, and in the mode for development`()
    throws
  {
    let domains = [
      "applinks:links.example.com?mode=developer", "webcredentials:links.example.com",
    ]
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let file = folder.path + "/app.entitlements"
    try encoder.encode(["com.apple.developer.associated-domains": domains])
      .write(to: URL(filePath: file))
    #expect(run("entitlements", "--app", "shop", "--check", file).code == .done)
  }

  @Test func `an output that is a link stays one`() throws {
    let (link, file) = (folder.path + "/link", try folder.write("old", to: "Route.swift"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(run("swift", "--app", "shop", "--output", link).code == .done)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(run("swift", "--app", "shop", "--check", file).code == .done)
    // One that leads nowhere yet, by way of another.
    let (first, second) = (folder.path + "/first", folder.path + "/second")
    try FileManager.default.createSymbolicLink(atPath: first, withDestinationPath: "second")
    try FileManager.default.createSymbolicLink(atPath: second, withDestinationPath: "new.swift")
    #expect(run("swift", "--app", "shop", "--output", first).code == .done)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: first) == "second")
    #expect(run("swift", "--app", "shop", "--check", folder.path + "/new.swift").code == .done)
    let printed = run("swift", "--app", "shop", "--output", "-")
    #expect(printed.output == run("swift", "--app", "shop").output)
  }
}
