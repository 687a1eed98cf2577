import HTTPCore
import JSONSyntax
import Links
import Testing

@testable import Dashboard

/// Forms of a link that others change or delete while they are open.
@Suite struct ConcurrentEditTests {
  private let pages: Pages
  private let page = "links/a.example/often"
  /// What the form contains when it is opened.
  private let opened = "url=https://b.example/often&tags=spring&status=302"
  /// What somebody else saves meanwhile.
  private let theirs = "action=save&url=https://theirs.example/&tags=autumn&name=The+often+link"

  init() throws { pages = try Pages() }

  /// The value of the first field of a page with a name.
  private func value(_ name: String, in html: String) throws -> String {
    let field = try #require(html.firstRange(of: "name=\"\(name)\" "))
    let value = try #require(html[field.upperBound...].firstRange(of: "value=\""))
    return String(html[value.upperBound...].prefix { $0 != "\"" })
  }

  /// A form as a page contains it, with another action if there is one.
  private func form(_ html: String) throws -> String {
    let names = ["revision", "url", "tags", "name"]
    return try "action=save"
      + names.map { try "&\($0)=\(value($0, in: html))" }.joined().replacing(" ", with: "+")
  }

  /// The form of a deleted link with its button.
  private func restoring(_ html: String) throws -> String {
    try form(html).replacing("action=save", with: "action=edit")
      + "&restores=\(value("restores", in: html))"
  }

  private func revision() throws -> String {
    try value("revision", in: pages.text(page + "?edit=1"))
  }

  /// The revision of a form that is open while somebody else sends theirs.
  private func revision(before change: String) throws -> String {
    let revision = try revision()
    _ = try pages.lead(page, change)
    return revision
  }

  @Test(arguments: Language.allCases)
  func `fields that were not touched take the newer values`(_ language: Language) throws {
    let revision = try revision(before: theirs)
    let html = try pages.text(
      page, "action=save&revision=\(revision)&\(opened)&name=Mine", in: language, status: .conflict)
    #expect(html.contains(Word.linkChangedElsewhere.text(in: language)))
    #expect(html.contains(Word.takenOver.text(in: language)))
    #expect(!html.contains(Word.typedHere.text(in: language)))
    _ = try pages.lead(page, form(html))
    let link = try #require(try pages.link("often"))
    #expect(link.url == "https://theirs.example/" && link.tags == ["autumn"])
    #expect(link.name == "Mine")
  }

  @Test func `only what both changed needs a decision`() throws {
    let revision = try revision(before: theirs.replacing("The+often+link", with: "Theirs"))
    let html = try pages.text(page, "action=save&revision=\(revision)&\(opened)&name=Mine")
    let tables = html.split(separator: "<table>").dropFirst()
    let decided = try #require(tables.first)
    #expect(html.contains(Word.linkConflict.english) && html.contains("<title>Not saved: "))
    #expect(decided.contains(Word.typedHere.english))
    let conflict = decided.prefix(upTo: try #require(decided.firstRange(of: "</table>")).lowerBound)
    #expect(conflict.contains("Theirs") && conflict.contains("Mine"))
    #expect(!conflict.contains("autumn") && !conflict.contains("theirs.example"))
    #expect(try value("name", in: html) == "Mine")
    #expect(try value("tags", in: html) == "autumn")
    #expect(try pages.link("often")?.name == "Theirs")
  }

  @Test func `the same change by both needs no decision`() throws {
    let revision = try revision(before: theirs)
    let same = theirs.replacing("tags=autumn", with: "tags=winter")
    let html = try pages.text(page, same + "&revision=\(revision)")
    let table = html.split(separator: "</table>")[0]
    #expect(table.contains("winter") && !table.contains("theirs.example"))
  }

  @Test func `a rule is untouched whatever the order of its platforms`() throws {
    let rule = "&rules=1&rules[0].url=https://r.example/"
    let boxes = ["iPad", "Windows"].map { "&rules[0].if.platform=\($0)" }
    _ = try pages.lead(page, theirs + rule + boxes.reversed().joined())
    let revision = try revision(before: theirs + "&rules=0")
    let html = try pages.text(page, theirs + "&revision=\(revision)" + rule + boxes.joined())
    #expect(html.contains(Word.linkChangedElsewhere.english))
    #expect(!html.contains("name=\"rules[0].url\""))
  }

  @Test(arguments: ["zz", "", "1", "99999999999999999999-1"])
  func `a version that cannot be read overwrites nothing`(_ revision: String) throws {
    let html = try pages.text(
      page, "action=save&revision=\(revision)&\(opened)&name=Mine", status: .conflict)
    #expect(html.contains("The often link") && html.contains("Mine"))
    #expect(try pages.link("often")?.name == "The often link")
    _ = try pages.lead(page, form(html))
    #expect(try pages.link("often")?.name == "Mine")
  }

  @Test func `a link that was changed back is saved at once`() throws {
    let revision = try revision()
    let changed = try pages.text(pages.lead(page, theirs))
    _ = try pages.undo(changed)
    _ = try pages.lead(page, "action=save&revision=\(revision)&\(opened)&name=Mine")
    #expect(try pages.link("often")?.name == "Mine")
  }

  @Test(arguments: ["rule=add&rules=0", "action=save&password-lost=yes"])
  func `a form shown again still belongs to the version that it was opened with`(
    _ step: String
  ) throws {
    let revision = try revision(before: theirs)
    let html = try pages.text(page, step + "&revision=\(revision)&\(opened)&name=Mine")
    #expect(try value("revision", in: html) == revision)
    #expect(try pages.ask(page, form(html)).status == .conflict)
  }

  @Test func `without the version that was opened, every difference needs a decision`() throws {
    _ = try pages.lead(page, theirs)
    let html = try pages.text(page, "action=save&revision=999-1&\(opened)&name=Mine")
    let table = html.split(separator: "</table>")[0]
    for text in ["https://b.example/often", "https://theirs.example/", "autumn", "Mine"] {
      #expect(table.contains(text), "\(text)")
    }
    #expect(!html.contains(Word.takenOver.english))
    #expect(try value("tags", in: html) == "spring")
  }

  // MARK: - Deleted meanwhile

  private let deletion = "action=delete&confirmed=yes"

  @Test(arguments: Language.allCases)
  func `a link that was deleted keeps what was typed, and comes back with it`(
    _ language: Language
  ) throws {
    let revision = try revision(before: deletion)
    let html = try pages.text(
      page, "action=save&revision=\(revision)&\(opened)&name=Mine", in: language, status: .notFound)
    #expect(html.contains(Word.deletedMeanwhile.text(in: language)))
    #expect(html.contains("Session token"))
    #expect(try pages.link("often") == nil)
    // The link comes back as it was, and what was typed is saved by another button.
    let back = try pages.text(page, restoring(html), in: language, status: .ok)
    #expect(back.contains(Word.restoredAsItWas.text(in: language)))
    #expect(try pages.link("often")?.name == "The often link")
    let saved = try pages.lead(page, form(back))
    #expect(saved.hasPrefix(page + "?done=saved&change="))
    let link = try #require(try pages.link("often"))
    #expect(link.name == "Mine" && link.url == "https://b.example/often")
  }

  @Test func `what was changed before the deletion is not taken back`() throws {
    let revision = try revision(before: theirs)
    _ = try pages.lead(page, deletion)
    let html = try pages.text(page, "action=save&revision=\(revision)&\(opened)&name=Mine")
    let merged = try pages.text(page, form(pages.text(page, restoring(html))), status: .conflict)
    #expect(try value("tags", in: merged) == "autumn")
    #expect(try pages.link("often")?.name == "The often link")
    _ = try pages.lead(page, form(merged))
    #expect(try pages.link("often")?.name == "Mine")
  }

  @Test func `a link that others have restored stays as they left it`() throws {
    let revision = try revision(before: deletion)
    let html = try pages.text(page, "action=save&revision=\(revision)&\(opened)&name=Mine")
    _ = try pages.lead(page, "action=version&version=1")
    _ = try pages.lead(page, theirs)
    let late = try pages.text(page, restoring(html))
    #expect(!late.contains(Word.restoredAsItWas.english))
    #expect(try pages.link("often")?.url == "https://theirs.example/")
    #expect(try pages.ask(page, form(late)).status == .conflict)
    #expect(try pages.link("often")?.url == "https://theirs.example/")
  }

  @Test func `saving restores nothing, and what cannot be restored keeps the form`() throws {
    let revision = try revision(before: deletion)
    let sent = "revision=\(revision)&\(opened)&name=Mine"
    #expect(try pages.ask(page, "action=save&restores=1&" + sent).status == .notFound)
    let html = try pages.text(page, "action=edit&restores=99&" + sent, status: .notFound)
    #expect(try value("name", in: html) == "Mine")
    #expect(html.contains(Word.deletedMeanwhile.english))
    #expect(try pages.link("often") == nil)
  }

  @Test func `a password that is to be removed stays so until it is saved`() throws {
    _ = try pages.lead(page, "action=save&\(opened)&name=The+often+link&password=secret")
    let revision = try revision(before: theirs)
    let html = try pages.text(
      page, "action=save&revision=\(revision)&\(opened)&name=Mine&removes-password=yes")
    #expect(html.contains("name=\"removes-password\" value=\"yes\" checked>"))
    _ = try pages.lead(page, form(html) + "&removes-password=yes")
    let link = try #require(try pages.link("often"))
    #expect(link.name == "Mine" && link.password == nil)
  }

  @Test func `a rule can be added to a form whose link was deleted, and its password is asked for`()
    throws
  {
    let revision = try revision(before: deletion)
    let html = try pages.text(
      page, "rule=add&rules=0&revision=\(revision)&\(opened)&password=secret")
    #expect(html.contains("name=\"rules[0].url\"") && !html.contains("secret"))
    #expect(html.contains(Word.passwordAgain.english))
    #expect(try pages.ask("links/a.example/never", "action=save&url=x").status == .notFound)
  }
}
