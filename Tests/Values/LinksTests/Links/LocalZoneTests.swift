import Testing
import WebSyntax

@testable import Links

struct LocalZoneTests {
  @Test(arguments: [
    ("+09:00", 32_400, "+09:00"), ("-0330", -12_600, "-03:30"), ("+1", 3600, "+01:00"),
    ("+02", 7200, "+02:00"), ("-9:30", -34_200, "-09:30"), ("Z", 0, "UTC"), ("UTC", 0, "UTC"),
    ("+00:00", 0, "+00:00"),
  ])
  func `reads offsets`(_ text: String, _ seconds: Int, _ name: String) throws {
    let zone = try #require(LocalZone(offset: text))
    #expect(zone.name == name && zone.isFixed)
    #expect(zone.rules.clock(at: 0).offset == seconds)
    #expect(LocalZone(offset: name) == zone)
  }

  @Test(arguments: [
    "9", "+09:0", "+24:00", "+09:60", "09:00", "+0:900", "", "+", "+09:00:00", "+930", "+:30",
    "+ 9", "Europe/Berlin", "z",
  ])
  func `refuses other offsets`(_ text: String) {
    #expect(LocalZone(offset: text) == nil)
  }

  @Test(arguments: [
    ("Europe/Berlin", true), ("CET", true), ("Etc/GMT+3", true), ("Asia/Ust-Nera", true),
    ("", false), ("/etc/passwd", false), ("../UTC", false), ("+02:00", false), ("a b", false),
    (String(repeating: "a", count: 65), false),
  ])
  func `tells names of zones from other texts`(_ text: String, _ isName: Bool) {
    #expect(LocalZone.isName(text) == isName)
  }

  @Test(arguments: [
    ("2026-11-21", "2026-11-20T22:30:00Z"), ("2026-11-21 19:00", "2026-11-21T17:30:00Z"),
    ("2026-11-21T19:00:01", "2026-11-21T17:30:01Z"),
    ("2026-11-21 19:00:00.250", "2026-11-21T17:30:00Z"),
  ])
  func `reads times that name no offset`(_ text: String, _ expected: String) throws {
    let zone = try #require(LocalZone(offset: "+01:30"))
    #expect(zone.time(text)?.description == expected)
  }

  @Test(arguments: [
    "", "soon", "2026-11-21T19:00:00Z", "2026-11-21T19:00:00+02:00", "2026-13-21", "7d",
    "2026-11-21 1", "2026-11-21x19:00", "21.11.2026",
  ])
  func `leaves other texts alone`(_ text: String) throws {
    #expect(try #require(LocalZone(offset: "+01:30")).time(text) == nil)
  }

  @Test(arguments: [
    ("2026-11-21T10:00:00Z", "+09:00", "2026-11-21T19:00:00+09:00"),
    ("2026-11-21T01:00:00Z", "-03:30", "2026-11-20T21:30:00-03:30"),
    ("2026-11-21T01:00:00Z", "UTC", "2026-11-21T01:00:00+00:00"),
  ])
  func `shows a time with the offset of its clocks`(
    _ time: String, _ zone: String, _ expected: String
  ) throws {
    let zone = try #require(LocalZone(offset: zone))
    let shown = zone.stamp(try #require(Timestamp(time)))
    #expect(shown == expected && Timestamp(shown) == Timestamp(time))
  }
}
