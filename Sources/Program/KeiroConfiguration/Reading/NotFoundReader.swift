import JSONSyntax
import SiteModel
import System
import WebSyntax

/// Reads a site's answer for addresses that do not exist: a URL to redirect to, or `{"file": …}`
/// with the path of a page.
struct NotFoundReader {
  let folder: ConfigurationFolder
  private static let sizeLimit = 256 * 1024

  func read(_ field: JSONField) -> NotFoundAnswer? {
    if field.node.string != nil {
      let form = "an http or https URL: expected one such as https://www.example.com/"
      return field.value({ Self.isWeb($0) ? $0 : nil }, isNot: form).map(NotFoundAnswer.redirect)
    }
    guard field.node.object != nil else {
      let kind = field.node.value.kindName
      field.report("found \(kind): expected a URL or {\"file\": \"<path>\"}")
      return nil
    }
    let file = field.object { $0.required("file") }
    return file?.flatMap(page).map(NotFoundAnswer.page)
  }

  private static func isWeb(_ text: String) -> Bool {
    guard let url = WebURL(text), PercentCoding.encodeUnsafe(text.utf8) == text else {
      return false
    }
    return URLScheme.isWeb(url.scheme) && url.userInfo == nil
  }

  private func page(_ field: JSONField) -> [UInt8]? {
    guard let name = field.text() else { return nil }
    do throws(FileReadError) {
      let bytes = try readFile(folder.resolve(name), limit: Self.sizeLimit)
      if String(validating: bytes, as: UTF8.self) != nil { return bytes }
      field.report("'\(name)' is not UTF-8")
    } catch {
      field.report("cannot read '\(name)': \(error.message)")
    }
    return nil
  }
}
