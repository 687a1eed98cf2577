/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
  /// 16 bytes as two numbers in network order; IPv4 addresses are held as `::ffff:a.b.c.d`.
  let high: UInt64
  let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// An IPv4 address as a number in network order.
  package init(v4 address: UInt32) {
    self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(address))
  }
}
