import LinkImport
import Links
import Service

extension LinkFieldChanges {
  /// The changes with the password that a file holds; nil after a complaint.
  func edit(_ console: Console) -> LinkEdit? {
    guard let passwordFile else { return edit }
    guard var bytes = CommandInput(path: passwordFile).read(console) else { return nil }
    // Editors and `echo` end a text with a line feed, and nobody means it to be part of it.
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      console.complain("keiro: '\(passwordFile)' is not UTF-8: expected a password")
      return nil
    }
    var edit = edit
    return edit.set("password", text) ? edit : nil
  }
}
