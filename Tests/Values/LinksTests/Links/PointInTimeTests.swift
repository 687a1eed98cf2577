import Links
import Testing

@Test(arguments: [
  ("2026-11-21", "2026-11-21T00:00:00Z"), ("2026-11-21T01:31:09+01:00", "2026-11-21T00:31:09Z"),
  ("24h", "2026-11-20T00:00:00Z"), ("7d", "2026-11-14T00:00:00Z"), ("2w", "2026-11-07T00:00:00Z"),
])
func `reads a time as people write it`(_ text: String, _ expected: String) throws {
  let now = try #require(Timestamp("2026-11-21T00:00:00Z"))
  #expect(PointInTime(text)?.before(now).description == expected)
}

@Test(arguments: ["", "d", "0d", "-1d", "+1d", "1.5d", "7 d", "100001d", "2026-13-01", "today"])
func `refuses times that nobody understands`(text: String) {
  #expect(PointInTime(text) == nil)
}

@Test(arguments: [
  ("2026-11-21t01:31:09.999z", "2026-11-21T01:31:09Z"), ("2026-11-21", nil), ("x", nil),
  ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"), ("2026-11-21T24:00:00Z", nil),
  ("2026-11-21T01:31:09", nil), ("2026-11-21T01:31:09+0900", nil),
  ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"), ("9999-12-31T23:59:59-00:01", nil),
  ("9999-12-31T23:59:60Z", nil), ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
  ("0000-01-01T00:00:00+00:01", nil), ("2026-02-29T00:00:00Z", nil),
  ("2026-11-21T01:31:09.999+09:00", "2026-11-20T16:31:09Z"),
])
func `reads and prints times, and none that it could not print`(_ text: String, _ printed: String?)
{
  #expect(Timestamp(text)?.description == printed)
}
