import JSONSyntax
import Links
import SiteModel
import System

/// Reads association files that a site brings along.
struct DocumentsReader {
  let folder: ConfigurationFolder
  private static let sizeLimit = 4 << 20

  func read(_ field: JSONField, into site: inout SiteDefinition) {
    let documents = field.object { object in
      (apple: object.optional("apple"), android: object.optional("android"))
    }
    site.ownAppleDocument = documents?.apple.flatMap { field in
      bytes(field) { node in node.object == nil ? "an object" : nil }
    }
    site.ownAndroidDocument = documents?.android.flatMap { field in
      bytes(field) { node in node.array == nil ? "an array" : nil }
    }
  }

  /// The bytes of the named file: JSON of the right kind or, for Apple, a signed file. `misses`
  /// returns what is expected if the kind is wrong, and nil if it is right.
  private func bytes(_ field: JSONField, _ misses: (JSONNode) -> String?) -> [UInt8]? {
    guard let name = field.text(), let bytes = file(name, field) else { return nil }
    // DER: a CMS-signed file begins with a SEQUENCE.
    if bytes.first == 0x30, misses(JSONNode(offset: 0, value: .object([]))) == nil { return bytes }
    do throws(JSONSyntaxError) {
      let root = try JSONDocument(parsing: bytes).root
      guard let expected = misses(root) else { return bytes }
      field.report("'\(name)' holds \(root.value.kindName): expected \(expected)")
    } catch {
      let position = JSONLines(bytes: bytes).position(of: error.offset)
      field.report("\(name):\(position.line):\(position.column): \(error.message)")
    }
    return nil
  }

  private func file(_ name: String, _ field: JSONField) -> [UInt8]? {
    do throws(FileReadError) {
      return try readFile(folder.resolve(name), limit: Self.sizeLimit)
    } catch {
      field.report("cannot read '\(name)': \(error.message)")
      return nil
    }
  }
}
