import JSONSyntax
import Links
import System

/// Reads a secret: a string, or `{"file": …}` with the path of a file that contains it.
struct SecretReader {
  let folder: ConfigurationFolder
  private static let sizeLimit = 65_536

  func read(_ field: JSONField) -> String? {
    if field.node.string != nil { return field.text() }
    guard field.node.object != nil else {
      let kind = field.node.value.kindName
      field.report("found \(kind): expected a string or {\"file\": \"<path>\"}")
      return nil
    }
    let file = field.object { $0.required("file") }
    return file?.flatMap(content)
  }

  private func content(_ field: JSONField) -> String? {
    guard let name = field.text() else { return nil }
    var bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try readFile(folder.resolve(name), limit: Self.sizeLimit)
    } catch {
      field.report("cannot read '\(name)': \(error.message)")
      return nil
    }
    // Editors end a file with a line feed; it is not part of the secret.
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty else {
      field.report("'\(name)' is empty: expected a secret")
      return nil
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      field.report("'\(name)' is not UTF-8")
      return nil
    }
    return text
  }
}
