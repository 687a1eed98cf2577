import Foundation
import Testing
@testable import WebSyntax

struct TimeZoneRulesTests {
  private static let folder = "/usr/share/zoneinfo/"

  private static func rules(_ name: String) throws -> TimeZoneRules {
    let file = try Data(contentsOf: URL(fileURLWithPath: folder + name))
    return try #require(TimeZoneRules(Array(file)))
  }

  /// Changes in spring and autumn, half hours, days skipped at the date line, winter time as the
  /// exception, changes by a list, and changes more than a day after midnight.
  private static let zones = [
    "Asia/Tokyo", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati",
    "Australia/Lord_Howe", "Europe/Dublin", "Africa/Casablanca", "America/Sao_Paulo",
    "America/St_Johns", "Pacific/Chatham", "Asia/Gaza", "Etc/GMT+5",
  ]

  /// The results of the system's `date`: seconds east of UTC and the abbreviation for each time.
  private static func known(_ zone: String, _ times: [Int]) throws -> [TimeZoneRules.Clock] {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["TZ=\(zone)", "date", "-f", "-", "+%::z %Z"]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    input.fileHandleForWriting.write(Data(times.map { "@\($0)\n" }.joined().utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map { line in
      let parts = line.split(separator: " ")
      let numbers = parts[0].dropFirst().split(separator: ":").map { Int($0) ?? 0 }
      let seconds = numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
      return .init(
        offset: parts[0].hasPrefix("-") ? -seconds : seconds, abbreviation: String(parts[1]))
    }
  }

  @Test(arguments: zones)
  func `knows what clocks show, also where the table of the file ends`(
    zone: String
  ) throws {
    let rules = try Self.rules(zone)
    // About every ten days from 1960 to 2080.
    let times = stride(from: -315_619_200, to: 3_471_292_800, by: 877_777).map { $0 }
    let known = try Self.known(zone, times)
    #expect(known.count == times.count)
    let wrong = zip(times, known).filter { rules.clock(at: $0) != $1 }.map(\.0)
    #expect(wrong.isEmpty, "\(zone): \(wrong.prefix(5))")
    for time in times {
      let local = time + rules.clock(at: time).offset
      let found = rules.time(ofLocal: local)
      // When clocks are set back, the first of the two moments counts.
      let isFirstOfTwo = found < time && found + rules.clock(at: found).offset == local
      #expect(found == time || isFirstOfTwo)
    }
  }

  @Test
  func `takes the first of two moments, and one behind the change for a skipped time`()
    throws
  {
    let berlin = try Self.rules("Europe/Berlin")
    func seconds(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int) throws -> Int {
      let date = try #require(CivilDate(year: 2026, month: month, day: day))
      return date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60
    }
    // On 25 October 02:30 occurs twice; the first is in summer time.
    #expect(try berlin.time(ofLocal: seconds(10, 25, 2, 30)) == seconds(10, 25, 0, 30))
    // On 29 March 02:30 does not exist: half an hour after the change it is 03:30.
    let skipped = try berlin.time(ofLocal: seconds(3, 29, 2, 30))
    #expect(try skipped == seconds(3, 29, 1, 30))
    #expect(try skipped + berlin.clock(at: skipped).offset == seconds(3, 29, 3, 30))
  }

  @Test func `reads no file that is cut, and none that is something else`() throws {
    let file = Array(try Data(contentsOf: URL(fileURLWithPath: Self.folder + "Asia/Gaza")))
    let whole = try #require(TimeZoneRules(file))
    for length in 0..<file.count - 64 {
      let cut = TimeZoneRules(Array(file.prefix(length)))
      #expect(cut == nil || cut != whole, "\(length)")
    }
    #expect(TimeZoneRules(Array("TZif".utf8)) == nil)
    #expect(TimeZoneRules([UInt8](repeating: 0xFF, count: 4096)) == nil)
    // Any byte may be any other.
    for index in 0..<min(file.count, 400) {
      var broken = file
      broken[index] ^= 0xFF
      _ = TimeZoneRules(broken)?.clock(at: 1_795_224_669)
    }
  }
}
