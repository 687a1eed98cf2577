import FoundationEssentials
import GoldenFiles

/// A test's own folder, which is removed together with the value.
package final class TemporaryFolder {
  /// The absolute path, without a trailing slash.
  package let path: String

  /// - Parameter isInMemory: whether the files need not outlive the machine, where the system has a
  ///   folder for such.
  package init(isInMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let parent =
      isInMemory && FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    path = parent + "/keiro-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ content: String, to name: String) throws -> String {
    try write(Array(content.utf8), to: name)
  }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ content: [UInt8], to name: String) throws -> String {
    let file = path + "/" + name
    try Data(content).write(to: URL(filePath: file))
    return file
  }

  package func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path + "/" + name)))
  }

  package func createFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path + "/" + name, withIntermediateDirectories: true)
  }
}

/// The folder of `Package.swift`.
package let repositoryFolder = GoldenFile.checkout.path

package func repositoryFile(_ path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(filePath: repositoryFolder + "/" + path)))
}
