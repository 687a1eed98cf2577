import Compression
import Cryptography
import QRCode
import SQLiteStore

/// A system library in use, with its version for operators to compare with security notices.
struct LinkedLibrary {
  let name: String
  let version: String

  static var all: [LinkedLibrary] {
    [
      LinkedLibrary(name: "OpenSSL", version: CryptographyLibrary.version),
      LinkedLibrary(name: "SQLite", version: SQLiteStore.libraryVersion),
      LinkedLibrary(name: "zlib", version: Gzip.libraryVersion),
      LinkedLibrary(name: "libqrencode", version: QRCode.encoderVersion),
      LinkedLibrary(name: "libpng", version: QRCode.pictureVersion),
    ]
  }
}
