import Foundation
import GoldenFiles
import Platforms
import Testing

struct PlatformTableTests {
  private static let releases = PlatformTable.releases

  @Test func `begins and ends each system where the answers do`() {
    let spans = Platform.allCases.map { platform in
      let versions = Self.releases.filter { $0.platform == platform }.map(\.version)
      return "\(platform.title) \(versions.first?.major ?? 0) to \(versions.last?.major ?? 0)"
    }
    #expect(spans == ["iOS 9 to 27", "Android 6 to 17", "HarmonyOS 5 to 6"])
  }

  @Test(arguments: Platform.allCases)
  func `lists releases in the order of versions and days`(platform: Platform) {
    let rows = Self.releases.filter { $0.platform == platform }
    for (row, next) in zip(rows, rows.dropFirst()) {
      #expect(row.version < next.version)
      #expect(row.released < next.released)
    }
  }

  @Test(arguments: PlatformFeature.allCases)
  func `introduces each feature in one row`(feature: PlatformFeature) {
    let rows = Self.releases.filter { $0.changes.contains { $0.features.contains(feature) } }
    #expect(rows.map(\.version) == [feature.introduction])
  }

  @Test func `names a source for each row and each change`() {
    for release in Self.releases {
      for source in [release.source] + release.changes.map(\.source) {
        #expect(source.split(separator: ", ").count > 1, "\(release.platform) \(release.version)")
      }
    }
  }

  /// Systems have a new major version each autumn: a table that was checked more than a year after
  /// its newest row lacks one.
  @Test func `was checked within a year after its newest row`() throws {
    let newest = try #require(Self.releases.map(\.released).max())
    #expect(PlatformTable.checked >= newest)
    #expect(try Self.isWithinYear(PlatformTable.checked, of: newest))
  }

  /// Compared with the date of the checked-out commit, not with today: an old checkout always
  /// passes, and a new commit fails with an old table.
  @Test(.enabled(if: commitDay != nil, "not a checkout of git"))
  func `is not older than a year`() throws {
    let day = try #require(Self.commitDay)
    #expect(
      try Self.isWithinYear(day, of: PlatformTable.checked),
      "compare the table with its sources: that was last done on \(PlatformTable.checked)")
  }

  @Test(arguments: [("2027-11-22", true), ("2027-11-23", true), ("2027-11-24", false)])
  func `a year is over on its day`(day: String, isWithin: Bool) throws {
    #expect(try Self.isWithinYear(day, of: "2026-11-23") == isWithin)
  }

  private static func isWithinYear(_ day: String, of known: String) throws -> Bool {
    let year = try #require(Int(known.prefix(4)))
    return day <= "\(year + 1)" + known.dropFirst(4)
  }

  /// The day of the newest commit, as in `2026-11-23`; nil without git.
  private static let commitDay: String? = {
    let git = Process()
    let output = Pipe()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = ["git", "log", "-1", "--format=%cs"]
    git.currentDirectoryURL = URL(filePath: #filePath).deletingLastPathComponent()
    (git.standardOutput, git.standardError) = (output, FileHandle.nullDevice)
    guard (try? git.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    git.waitUntilExit()
    let day = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return git.terminationStatus == 0 && day.count == 10 ? day : nil
  }()

  @Test(arguments: [
    (Platform.iOS, "27.3", nil as String?),
    (.iOS, "28", "iOS 28.0 is treated as iOS 27.0, the newest version known when the platform"),
    (.android, "17", nil), (.harmonyOS, "6", nil), (.harmonyOS, "6.1", nil),
    (.android, "18", "Android 18.0 is treated as Android 17.0, the newest version known"),
    (.harmonyOS, "9", "HarmonyOS 9.0 is treated as HarmonyOS 6.0, the newest version known"),
  ])
  func `takes a later major version as the newest row, and says so`(
    platform: Platform, version: String, note: String?
  ) throws {
    let found = platform.note(on: try #require(SystemVersion(version)))
    #expect((found == nil) == (note == nil))
    if let found, let note {
      #expect(found.hasPrefix(note))
      #expect(found.hasSuffix(PlatformTable.checked))
    }
  }

  @Test func `documents every row`() throws {
    let article = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Values/Platforms/Platforms.docc/Platforms.md").standardized
    let rows = Self.releases.map { release in
      let changes = release.changes.map { change in
        let marks =
          (change.concerns == .sdk ? " *By SDK.*" : "")
          + (change.isConfirmed ? "" : " *Not confirmed.*")
        return "\(change.area.rawValue): \(change.sentence).\(marks) (\(change.source))"
      }
      return [
        "\(release.platform.title) \(release.version)", release.released, release.sdk,
        changes.isEmpty
          ? "no change known. (\(release.source))" : changes.joined(separator: "<br>"),
      ]
    }
    let heading = ["Version", "Released", "Apps are built with", "What changed"]
    let lines = [heading, heading.map { _ in "---" }] + rows
    let table = lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    let text = Self.introduction + table + Self.conclusion
    #expect(try GoldenFile(article).difference(from: text) == nil)
  }

  private static let introduction = """
    # ``Platforms``

    The behaviour of each version of a system with links, launches and notifications.

    ## Overview

    Evaluation, launch rules, explanations, lint, the doctor and the command line use one table; \
    `keiro platforms` prints it. Changes marked *By SDK* apply to apps that are built with the SDK of \
    that row and run on that system or a later one; all others apply to every app on it. The table was \
    last compared with its sources on \(PlatformTable.checked).


    """

  private static let conclusion = """

    ### A new version

    Add a row with the date, the SDK and a source for each change, and set the date of the comparison. \
    A behaviour on which answers depend is a case of `PlatformFeature` in that row, and is queried with \
    `SystemVersion.has(_:)`. A row without such a case needs nothing else.

    """
}

struct SystemVersionTests {
  @Test(arguments: [
    ("17", "17.0"), ("17.0", "17.0"), ("17.0.1", "17.0.1"), ("9.3.2", "9.3.2"), ("026", "26.0"),
  ])
  func `reads one to three numbers`(text: String, description: String) {
    #expect(SystemVersion(text)?.description == description)
  }

  @Test(arguments: [
    "", "abc", "17.", ".17", "17..1", "1.2.3.4", "-1", "+1", "17 ", "iOS 17", "17.x", "12345", "١٧",
  ])
  func `refuses everything else`(text: String) {
    #expect(SystemVersion(text) == nil)
  }

  @Test func `puts older versions first`() {
    let versions = ["9.3.1", "10.0", "9", "13.4", "13.10", "26"].compactMap(SystemVersion.init)
    #expect(
      versions.sorted().map(\.description) == ["9.0", "9.3.1", "10.0", "13.4", "13.10", "26.0"])
  }
}
