import Links
import Service
import Testing
import WebSyntax

@Suite struct WaitingCodesTests {
  private func time(_ seconds: Int) -> Timestamp { Timestamp(secondsSinceEpoch: seconds) }

  private func add(
    _ codes: WaitingCodes, _ digest: UInt8, _ address: String, at now: Int = 0
  ) -> UInt8? {
    codes.add(
      [digest], of: IPAddress(address), expires: time(now + 100), now: time(now))?.first
  }

  @Test func `a site with too many codes gives up its oldest, whichever household asks`() {
    let codes = WaitingCodes(limitEach: 2, limit: 100)
    #expect(add(codes, 1, "2001:db8:1:1::1") == nil)
    #expect(add(codes, 2, "2001:db8:2:1::1") == nil)
    #expect(add(codes, 3, "2001:db8:1:2::1") == nil)
    #expect(add(codes, 4, "2001:db8:1:3::1") == 1)
    #expect(add(codes, 5, "2001:db8:1:4::1") == 3)
    #expect(add(codes, 6, "2001:db8:2:9::1") == nil)
    // A used code makes room.
    codes.forget([4])
    #expect(add(codes, 7, "2001:db8:1:1::1") == nil)
    #expect(add(codes, 8, "2001:db8:1:1::1") == 5)
  }

  @Test func `when all slots are taken, the site with the most gives one up`() {
    let codes = WaitingCodes(limitEach: 10, limit: 100)
    #expect(codes.giveUpOldest(but: [0]) == nil)
    _ = add(codes, 1, "192.0.2.1")
    for digest in 2...4 { _ = add(codes, UInt8(digest), "2001:db8:1:\(digest)::1") }
    #expect(codes.giveUpOldest(but: [9]) == [2])
    #expect(codes.giveUpOldest(but: [9]) == [3])
    codes.forget([1])
    #expect(codes.giveUpOldest(but: [4]) == nil)
  }

  @Test func `void codes are forgotten`() {
    let codes = WaitingCodes(limitEach: 10, limit: 3)
    for digest in 1...3 { _ = add(codes, UInt8(digest), "192.0.2.\(digest)") }
    #expect(add(codes, 4, "192.0.2.4", at: 100) == nil)
    #expect(codes.giveUpOldest(but: [9]) == [4] && codes.giveUpOldest(but: [9]) == nil)
  }
}
