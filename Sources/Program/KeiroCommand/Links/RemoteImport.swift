import Cryptography
import JSONSyntax
import LinkImport
import Management
import Outgoing
import System

/// `keiro links import` into a running server. The file is sent in pieces, each of which may arrive
/// twice, so a broken connection costs one piece.
struct RemoteImport {
  let request: ImportCommand
  let remote: RemoteKeiro
  let console: Console

  private static let pieceSize = 1 << 20
  /// The time limit in seconds: a piece may wait for the disk of a busy server.
  private static let timeout = 300
  /// How often a file is sent from the start to a server that lost its beginning.
  private static let beginnings = 3

  func report(_ input: FilePieces) throws(CommandFailure) -> ImportReport {
    var input = input
    for _ in 1..<Self.beginnings {
      do throws(CommandFailure) {
        return try send(input)
      } catch {
        // Input from a pipe cannot be read again.
        guard error.code == "upload-lost", request.file != "-", input.size != nil else {
          throw error
        }
        input = try CommandFailure.reading(request.file, FilePieces(path: request.file))
      }
    }
    return try send(input)
  }

  private func send(_ input: FilePieces) throws(CommandFailure) -> ImportReport {
    guard let key = RandomBytes.base62(24) else {
      throw .environment("no-randomness", "the random generator failed")
    }
    var progress = ProgressBar(total: input.size, noun: "bytes", console)
    defer { progress.clear() }
    var offset = 0
    var piece = try next(of: input)
    while true {
      let following = try next(of: input)
      // An empty array would mean a request without a body.
      let bytes = offset == 0 && piece.isEmpty ? [UInt8(ascii: "\n")] : piece
      let answer = try send(bytes, at: offset, hasMore: !following.isEmpty, key)
      offset += piece.count
      progress.show(offset, rows: offset)
      guard following.isEmpty else {
        piece = following
        continue
      }
      return ImportReport(answer)
    }
  }

  private func send(
    _ bytes: [UInt8], at offset: Int, hasMore: Bool, _ key: String
  ) throws(CommandFailure) -> JSONNode {
    var call = APIRequest(
      importing: request.terms, in: request.zone, bytes, at: offset, hasMore: hasMore, key: key)
    call.timeout = Self.timeout
    let answer = try remote.persistently(call)
    if !hasMore { try remote.verify(answer) }
    return (try? JSONDocument(parsing: answer.body).root) ?? JSONNode(.null)
  }

  /// The next piece of the file; empty at its end.
  private func next(of input: FilePieces) throws(CommandFailure) -> [UInt8] {
    var part: [UInt8] = []
    while part.count < Self.pieceSize,
      let piece = try CommandFailure.reading(request.file, input.next())
    {
      part += piece
    }
    return part
  }
}
