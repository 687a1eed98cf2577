import JSONSyntax
import SiteModel
import System

/// Reads the appearance of a site's pages.
struct BrandReader {
  let folder: ConfigurationFolder

  func read(_ field: JSONField) -> SiteBrand? {
    field.object { object in
      var brand = SiteBrand()
      brand.name = object.optional("name")?.text()
      brand.icon = object.optional("icon").flatMap(icon)
      brand.accent = object.optional("accent").flatMap(color)
      brand.accentDark = object.optional("accentDark").flatMap(color)
      return brand
    }
  }

  private func color(_ field: JSONField) -> BrandColor? {
    field.value(BrandColor.init, isNot: "a colour: expected the form of \"#0a5bd0\"")
  }

  private func icon(_ field: JSONField) -> IconImage? {
    guard let name = field.text() else { return nil }
    do throws(FileReadError) {
      let bytes = try readFile(folder.resolve(name), limit: IconImage.byteLimit)
      do throws(IconImage.Fault) {
        return try IconImage(bytes)
      } catch {
        field.report("'\(name)' \(error.message)")
      }
    } catch {
      field.report("cannot read '\(name)': \(error.message)")
    }
    return nil
  }
}
