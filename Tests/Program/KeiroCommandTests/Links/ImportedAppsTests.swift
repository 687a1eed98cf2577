import JSONSyntax
import KeiroCommand
import ProgramSupport
import Testing

/// What an import says of the apps that its links are for.
struct ImportedAppsTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(
      """
      short_link,link,ibi,apn
      https://go.example/a,https://e.example/1,com.e.shop,com.e.shop
      https://go.example/b,https://e.example/2,com.e.shop,
      https://go.example/c,https://e.example/3,,com.e.news
      https://go.example/d,https://e.example/4,,

      """, to: "export.csv")
  }

  private func notes(_ apps: String, _ shortLinks: String = "{}") throws -> [String] {
    let configuration = try folder.write(
      """
      { "store": { "sqlite": "keiro.db" }, "apps": { \(apps) },
        "sites": [ { "hosts": ["go.example"], "shortLinks": \(shortLinks) } ] }
      """, to: "keiro.json")
    let arguments = ["links", "import", "--config", configuration, "--format", "firebase"]
    let text = ConsoleRecorder()
    #expect(text.run(arguments + [file]) == .done)
    let lines = text.output.split(separator: "\n").filter { $0.hasPrefix("note: ") }
      .map { String($0.dropFirst("note: ".count)) }
    let json = ConsoleRecorder()
    #expect(json.run(arguments + ["--json", file]) == .done)
    let document = try JSONDocument(parsing: Array(json.output.utf8)).root
    #expect(document.member("notes")?.array?.compactMap(\.string) ?? [] == lines)
    return lines
  }

  @Test func `names the apps that the configuration lacks`() throws {
    #expect(
      try notes("") == [
        "2 links name com.e.shop, which no app of the configuration has: add it under 'apps', in "
          + "'apple.appIDs' and 'android.packageName'",
        "1 link names com.e.news, which no app of the configuration has: add it under 'apps', in "
          + "'android.packageName'",
      ])
  }

  @Test func `asks for the app that opens short links once their links name one`() throws {
    let apps = #"""
      "shop": { "apple": { "appIDs": ["94VJUJ8B7P.com.e.shop"] },
        "android": { "packageName": "com.e.shop" } },
      "news": { "android": { "packageName": "com.e.news" } }
      """#
    #expect(
      try notes(apps) == [
        "sites[0].shortLinks.app: taps on short links of 'go.example' never open an app: expected "
          + "'shop', or null if that is meant"
      ])
    #expect(try notes(apps, #"{ "app": "shop" }"#) == [])
    #expect(try notes(apps, #"{ "app": null }"#) == [])
  }
}
