import ACME
import LinkStorage

/// Storage for ordered certificates in the shared database, with a copy of each in a folder of this
/// node in case the database is unavailable.
struct SharedCertificates: ACMEStorage {
  private let values: any SharedValues
  private let folder: CertificateFolder
  private let prefix: String
  private let owner: String

  /// - Parameters:
  ///   - values: the database.
  ///   - folder: the folder of this node.
  ///   - directory: the URL of the authority, whose certificates are stored separately.
  ///   - owner: the name of this process.
  init(
    _ values: any SharedValues, folder: CertificateFolder, directory: String, owner: String
  ) {
    self.values = values
    self.folder = folder
    self.owner = owner
    prefix = "acme " + directory + " "
  }

  var isShared: Bool { true }

  func read(_ name: String) throws(ACMEError) -> [UInt8]? {
    do throws(LinkStoreError) {
      if let value = try values.sharedValue(prefix + name) { return value }
    } catch {
      guard let kept = try folder.read(name) else { throw .storage("\(error)") }
      return kept
    }
    // A certificate stored before the service had a shared database.
    return try folder.read(name)
  }

  func write(_ name: String, _ bytes: [UInt8]) throws(ACMEError) {
    do throws(LinkStoreError) {
      try values.keepShared(prefix + name, bytes)
    } catch {
      throw .storage("\(error)")
    }
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
