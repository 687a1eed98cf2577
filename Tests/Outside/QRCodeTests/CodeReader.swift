import Foundation
import Testing

/// Reads the QR codes of a picture with zbar, independently of the library under test.
enum CodeReader {
  private static let path = "/usr/bin/zbarimg"

  /// The text of the code in a picture; nil when no code is found.
  static func text(in picture: [UInt8]) throws -> String? {
    try #require(
      FileManager.default.isExecutableFile(atPath: path),
      "\(path) is missing: install the package zbar-tools")
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "keiro-code-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, reader, output) = (folder.appending(path: "code.png"), Process(), Pipe())
    try Data(picture).write(to: file)
    reader.executableURL = URL(filePath: path)
    reader.arguments = ["--quiet", "--raw", "--nodbus", file.path]
    (reader.standardOutput, reader.standardError) = (output, FileHandle.nullDevice)
    try reader.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    reader.waitUntilExit()
    return reader.terminationStatus == 0 ? String(decoding: text, as: UTF8.self) : nil
  }
}
