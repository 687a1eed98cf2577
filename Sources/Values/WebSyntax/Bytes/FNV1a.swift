/// 64-bit FNV-1a: a fast hash that can be stored, because it is the same in every process and
/// release. It is not resistant to deliberate collisions.
package struct FNV1a {
  /// The hash of all bytes added so far; that of none is the offset basis of FNV.
  @usableFromInline package var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates the hash of no bytes.
  @inlinable package init() {}

  @inlinable package init(_ bytes: some Sequence<UInt8>) {
    add(bytes)
  }

  /// The hash of all bytes added so far, as a signed integer for databases.
  @inlinable package var value: Int { Int(truncatingIfNeeded: hash) }

  @inlinable package mutating func add(_ byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  @inlinable package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// Adds slices and raw memory, for which other modules would run the loop unspecialised.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { add(UnsafeRawBufferPointer($0)) }
  }

  package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    add(UnsafeRawBufferPointer(bytes))
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var sum = self
    for byte in bytes { sum.add(byte) }
    self = sum
  }
}
