import ACME
import KeiroConfiguration
import LinkStorage
import System

/// Storage for ordered certificates in the shared database, with a copy of each in a folder of every
/// node in case the database is unavailable.
struct SharedCertificates: ACMEStorage {
  private let values: any SharedValues
  private let folder: CertificateFolder
  private let prefix: String
  private let owner: String

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
    let found = try rethrown(values.sharedValues(names.map { prefix + $0 })) {
      (error: LinkStoreError) in ACMEError.storage("\(error)")
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
    try rethrown(values.lease(prefix + "orders", owner: owner, seconds: seconds)) {
      (error: LinkStoreError) in ACMEError.storage("\(error)")
    }
  }
}

struct CertificateFolder: ACMEStorage {
  private let folder: SecretFolder
  private static let sizeLimit = 1 << 20

  init(path: String, directory: String) throws(ACMEError) {
    folder = try rethrown(SecretFolder(path: Self.path(path, directory))) {
      (error: SystemError) in ACMEError.storage("\(error)")
    }
  }

  private static func path(_ storage: String, _ directory: String) -> String {
    storage + "/" + directory.dropFirst("https://".count).prefix { $0 != "/" && $0 != "?" }
  }

  /// What keeps the folder from being made, found without making it; nil if nothing does.
  static func obstacle(_ settings: ACMESettings) -> ServiceFailure? {
    let folder = path(settings.storage, settings.directory)
    guard !folderExists(folder), let obstacle = FileObstacle.toMaking(folder: folder) else {
      return nil
    }
    return ServiceFailure(
      "cannot keep certificates in '\(settings.storage)': \(obstacle)",
      at: "server.tls.acme.storage")
  }

  var isShared: Bool { false }

  func read(_ names: [String]) throws(ACMEError) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for name in names { found[name] = try read(name) }
    return found
  }

  private func read(_ name: String) throws(ACMEError) -> [UInt8]? {
    try rethrown(folder.read(name, limit: Self.sizeLimit)) { (error: FileReadError) in
      ACMEError.storage("cannot read '\(name)': \(error.message)")
    }
  }

  func write(_ name: String, _ bytes: [UInt8]) throws(ACMEError) {
    try rethrown(folder.write(name, bytes)) { (error: SystemError) in
      ACMEError.storage("\(error)")
    }
  }

  func copies(_ names: [String]) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for name in names { found[name] = (try? read(name)) ?? nil }
    return found
  }

  func keepCopy(_ name: String, _ bytes: [UInt8]) throws(ACMEError) { try write(name, bytes) }

  /// Locks the folder for this process for as long as it runs.
  func lease(seconds: Int) -> Bool { folder.lock() }
}
