import Cryptography
import HTTPCore
import System

/// A body of any length that is kept until it is whole: a short one in memory, a longer one in a file
/// without a name, which disappears with the process.
package struct KeptBody: Sendable {
  private var memory: [UInt8] = []
  private var file: TemporaryFile?
  package private(set) var count = 0

  private static let memoryBytes = 64 << 10
  private static let gigabytes = 4

  package init() {}

  package mutating func append(_ bytes: [UInt8]) throws(Problem) {
    count += bytes.count
    guard count <= Self.gigabytes << 30 else {
      throw Problem(
        .contentTooLarge, "file-too-large", .bodyTooLong(gigabytes: Self.gigabytes))
    }
    memory += bytes
    guard memory.count > Self.memoryBytes else { return }
    do throws(SystemError) {
      try write()
    } catch {
      throw Self.noRoom
    }
  }

  private mutating func write() throws(SystemError) {
    if file == nil, let name = RandomBytes.base62(20) {
      file = try TemporaryFile(in: Process.temporaryFolder, name: "keiro-body-\(name)")
    }
    try file?.append(memory)
    if file != nil { memory = [] }
  }

  /// Passes the body on from its beginning.
  package func pieces() throws(Problem) -> Pieces {
    do throws(FileReadError) {
      return Pieces(
        file: try file.map { file throws(FileReadError) in try FilePieces(file) }, rest: memory)
    } catch {
      throw Self.noRoom
    }
  }

  package struct Pieces {
    fileprivate let file: FilePieces?
    /// The end of the body, which was not written to the file.
    fileprivate var rest: [UInt8]

    package mutating func next() throws(Problem) -> [UInt8]? {
      do throws(FileReadError) {
        if let piece = try file?.next() { return piece }
      } catch {
        throw KeptBody.noRoom
      }
      defer { rest = [] }
      return rest.isEmpty ? nil : rest
    }
  }

  private static let noRoom = Problem(.serviceUnavailable, "no-room", .bodyNotKept)
}
