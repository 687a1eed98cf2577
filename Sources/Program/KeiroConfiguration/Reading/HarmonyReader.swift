import JSONSyntax
import SiteModel

/// Reads the HarmonyOS settings of an app.
struct HarmonyReader {
  func read(_ field: JSONField) -> AppDefinition.Harmony? {
    field.object { object in
      object.required("appIdentifier")?.text(problem).map(AppDefinition.Harmony.init)
    } ?? nil
  }

  private func problem(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    return isPlain && text.utf8.count <= 128
      ? nil
      : "'\(text)' is not an identifier of AppGallery Connect: expected up to 128 letters and digits"
  }
}
