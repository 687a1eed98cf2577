import JSONSyntax
import LinkImport
import Links
import Service

extension LinkFieldChanges {
  /// The changes in the API's JSON, with the password read from its file; nil after reporting an
  /// error.
  func patch(_ console: Console, at now: Timestamp) -> JSONNode? {
    edit(console)?.patch(at: now)
  }

  private func edit(_ console: Console) -> LinkEdit? {
    guard let passwordFile else { return edit }
    guard var bytes = CommandInput(path: passwordFile).read(console) else { return nil }
    // Editors and `echo` end a text with a line feed; it is not part of the password.
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      console.remark("'\(passwordFile)' is not UTF-8: expected a password")
      return nil
    }
    var edit = edit
    return edit.set("password", text) ? edit : nil
  }
}
