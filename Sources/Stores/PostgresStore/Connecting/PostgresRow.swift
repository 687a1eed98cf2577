import CPostgres
import LinkStorage
import Links
import SQLStorage

/// A row of a result in binary form; not to be used outside the closure that receives it.
package struct PostgresRow: SQLRow {
  let library: PostgresLibrary
  let result: OpaquePointer
  let row: Int32

  func isNull(_ column: Int32) -> Bool {
    library.functions.getisnull(result, row, column) == 1
  }

  private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: library.functions.getvalue(result, row, column),
      count: Int(library.functions.getlength(result, row, column)))
  }

  /// The integer in a column, of any width; 0 for null.
  package func int(_ column: Int32) -> Int {
    let bytes = bytes(column)
    switch bytes.count {
    case 2: return Int(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case 4: return Int(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case 8: return Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
    default: return 0
    }
  }

  package func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }

  func flag(_ column: Int32) -> Bool { bytes(column).first == 1 }

  package func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  package func blob(_ column: Int32) -> [UInt8] { Array(bytes(column)) }

  /// The elements of a `bigint[]` in a column; empty for null.
  func ints(_ column: Int32) -> [Int] {
    let bytes = bytes(column)
    func int32(_ offset: Int) -> Int {
      Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
    }
    guard bytes.count >= 20, int32(0) == 1 else { return [] }
    let count = int32(12)
    guard count >= 0, bytes.count == 20 + 12 * count else { return [] }
    return (0..<count).map { element in
      Int(
        Int64(
          bigEndian: bytes.loadUnaligned(fromByteOffset: 24 + 12 * element, as: Int64.self)))
    }
  }
}
