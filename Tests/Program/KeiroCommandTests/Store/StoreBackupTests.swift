import FoundationEssentials
import KeiroCommand
import LinkStorage
import ProgramSupport
import Testing

/// `keiro store backup` and `keiro store restore`.
struct StoreBackupTests {
  @Test func `a store is copied, and comes back as it was`() throws {
    let fixture = try StoreFixture()
    let file = fixture.folder.path + "/copy.db"
    #expect(fixture.run("store", "backup", file).code == .environmentFailed)
    fixture.run("links", "add", "--host", "a.example", "--slug", "x", "https://e.example/x")
    let made = fixture.run("store", "backup", file)
    #expect(made.code == .done && made.output.contains("' to '\(file)': 1 link, "))
    let again = fixture.run("store", "backup", file)
    #expect(again.code == .negative)
    #expect(
      again.error
        == "keiro store backup: 'copy.db' is there already, and stays: expected the path of a new file\n"
    )
    fixture.run("links", "add", "--host", "a.example", "--slug", "y", "https://e.example/y")
    let restored = fixture.run("store", "restore", file)
    #expect(restored.code == .done)
    let lines = restored.output.split(separator: "\n")
    #expect(lines.first?.hasSuffix("from '\(file)': 1 link") == true)
    let kept = String(lines.last?.split(separator: "'").last ?? "")
    #expect(kept.contains("/keiro.db-replaced-"))
    let links = fixture.run("links", "list").output
    #expect(links.contains("/s/x") && !links.contains("/s/y"))
    // The store before can be restored as well.
    let back = fixture.run("store", "restore", "--json", kept)
    #expect(back.code == .done && back.output.contains("\"links\": 2"))
    #expect(fixture.run("links", "list").output.contains("/s/y"))
  }

  @Test func `a store in use is not replaced`() throws {
    let fixture = try StoreFixture()
    let file = fixture.folder.path + "/copy.db"
    let store = try fixture.store()
    defer { store.close() }
    #expect(fixture.run("store", "backup", file).code == .done)
    let refused = fixture.run("store", "restore", file)
    #expect(refused.code == .environmentFailed)
    #expect(refused.error.contains("is in use: stop the server first"))
  }
}
