import Testing
import WebSyntax

@Test func `converts every day of four centuries in both directions`() {
  let wrong = (-150_000...150_000).filter { CivilDate(daysSinceEpoch: $0).daysSinceEpoch != $0 }
  #expect(wrong.isEmpty)
}

@Test func `knows its leap days`() {
  #expect(CivilDate(year: 2000, month: 2, day: 29)?.daysSinceEpoch == 11_016)
  #expect(CivilDate(year: 1900, month: 2, day: 29) == nil)
  #expect(CivilDate(year: 2026, month: 4, day: 31) == nil)
  #expect(CivilDate(daysSinceEpoch: 0) == CivilDate(year: 1970, month: 1, day: 1))
}
