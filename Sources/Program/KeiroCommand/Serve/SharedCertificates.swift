import ACME
import LinkStorage

/// Storage for ordered certificates in the shared database, with a copy of each in a folder of every
/// node in case the database is unavailable.
struct SharedCertificates: ACMEStorage {
  private let values: any SharedValues
  private let folder: CertificateFolder
  private let prefix: String
  private let owner: String

  /// - Parameter directory: the URL of the authority, whose certificates are stored separately.
  init(
    _ values: any SharedValues, folder: CertificateFolder, directory: String, owner: String
  ) {
    self.values = values
    self.folder = folder
    self.owner = owner
    prefix = "acme " + directory + " "
  }

  var isShared: Bool { true }

  func read(_ names: [String]) throws(ACMEError) -> [String: [UInt8]] {
    let found: [String: [UInt8]]
    do throws(LinkStoreError) {
      found = try values.sharedValues(names.map { prefix + $0 })
    } catch {
      throw .storage("\(error)")
    }
    return Dictionary(
      found.map { (String($0.key.dropFirst(prefix.count)), $0.value) },
      uniquingKeysWith: { first, _ in first })
  }

  func write(_ name: String, _ bytes: [UInt8]) throws(ACMEError) {
    // Where one of the two takes nothing, the other has it at least.
    let shared = Result { () throws(LinkStoreError) in
      try values.keepShared(prefix + name, bytes)
    }
    try folder.write(name, bytes)
    if case .failure(let error) = shared { throw .storage("\(error)") }
  }

  func copies(_ names: [String]) -> [String: [UInt8]] { folder.copies(names) }

  func keepCopy(_ name: String, _ bytes: [UInt8]) throws(ACMEError) {
    try folder.write(name, bytes)
  }

  func lease(seconds: Int) throws(ACMEError) -> Bool {
    do throws(LinkStoreError) {
      return try values.lease(prefix + "orders", owner: owner, seconds: seconds)
    } catch {
      throw .storage("\(error)")
    }
  }
}
