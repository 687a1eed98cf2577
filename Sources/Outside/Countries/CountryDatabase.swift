import CMaxMind
package import WebSyntax

/// The countries of IP addresses, from a database in MaxMind's format that the operator provides.
///
/// The whole file is read into memory, so later changes to it do no harm.
package final class CountryDatabase: Sendable {
  /// Only read between its creation and its release.
  nonisolated(unsafe) private let handle: OpaquePointer

  /// - Parameter bytes: the contents of the file.
  /// - Throws: an error if they are not a valid database, or the library is missing.
  package init(_ bytes: [UInt8]) throws(CountryDatabaseError) {
    var handle: OpaquePointer?
    let failure = bytes.withUnsafeBufferPointer { bytes -> String? in
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return "the file is empty" }
      return keiro_geo_open(start, bytes.count, &handle).map { String(cString: $0) }
    }
    guard let handle else { throw CountryDatabaseError(message: failure ?? "it cannot be read") }
    self.handle = handle
  }

  deinit {
    keiro_geo_close(handle)
  }

  /// The code of an address's country (ISO 3166-1), two capital letters; empty when the database has
  /// none.
  package func country(of address: IPAddress) -> String {
    var code: (UInt8, UInt8) = (0, 0)
    let isKnown = withUnsafeBytes(of: (address.high.bigEndian, address.low.bigEndian)) { address in
      withUnsafeMutableBytes(of: &code) { code in
        guard let address = address.bindMemory(to: UInt8.self).baseAddress,
          let code = code.bindMemory(to: UInt8.self).baseAddress
        else { return false }
        return keiro_geo_country(handle, address, code) != 0
      }
    }
    let letters = [code.0, code.1]
    guard isKnown, letters.allSatisfy({ (0x41...0x5A).contains($0) }) else { return "" }
    return String(decoding: letters, as: UTF8.self)
  }
}

/// Why a country database cannot be used.
package struct CountryDatabaseError: Error, Equatable {
  /// A sentence without capital letter and full stop.
  package let message: String

  package init(message: String) {
    self.message = message
  }
}
