import Compression
import Cryptography
import QRCode
import SQLiteStore

/// A library of the system that does a part of the work, with the version that is in use: what an
/// operator compares with security notices.
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
