import AppAssociation
import Doctor
import JSONSyntax

/// A file or a part of one for an app, and its comparison with the app's own.
protocol GeneratedAppFile {
  /// The key of the app.
  var app: String { get }
  /// The file.
  var text: String { get }
  /// What the file declares, element by element.
  var elements: [String] { get }
  /// The contents as members of a document.
  var members: [JSONOutput.Member] { get }
  /// What a file of the app declares.
  func declared(in bytes: [UInt8]) throws(AppFileFailure) -> DeclaredElements
}

/// What a file of an app declares.
struct DeclaredElements {
  var elements: [String]
  /// What is wrong besides, each a sentence without a full stop.
  var faults: [String] = []
}

/// Why a file of an app cannot be read: a sentence without a full stop.
struct AppFileFailure: Error {
  let message: String
}

struct AndroidManifestFile: GeneratedAppFile {
  let app: String
  let minSDK: Int
  let filters: IntentFilters

  var text: String { filters.xml(app: app, minSDK: minSDK) }

  var elements: [String] { filters.elements.map(\.description) }

  var members: [JSONOutput.Member] {
    let filters = filters.filters.map { filter in
      JSONOutput.object([
        .init("hosts", .strings(filter.hosts)),
        .init(
          "paths",
          .array(
            filter.paths.map { .object([.init($0.attribute.rawValue, .string($0.value))]) })),
        .init("notes", .strings(filter.notes)),
      ])
    }
    return [
      .init("app", .string(app)), .init("minSDK", .int(minSDK)), .init("filters", .array(filters)),
    ]
  }

  func declared(in bytes: [UInt8]) throws(AppFileFailure) -> DeclaredElements {
    do throws(ManifestReader.Failure) {
      let manifest = try ManifestReader(bytes)
      return DeclaredElements(
        elements: manifest.elements.map(\.description), faults: manifest.faults)
    } catch {
      throw AppFileFailure(message: error.message)
    }
  }
}

struct EntitlementsFile: GeneratedAppFile {
  let app: String
  let domains: AssociatedDomains

  var text: String { domains.propertyList }

  var elements: [String] { domains.domains }

  var members: [JSONOutput.Member] {
    [.init("app", .string(app)), .init("associatedDomains", .strings(domains.domains))]
  }

  func declared(in bytes: [UInt8]) throws(AppFileFailure) -> DeclaredElements {
    guard Entitlements.isList(bytes) else {
      throw AppFileFailure(
        message: "expected entitlements as a property list, in XML or binary, with "
          + "'\(AssociatedDomains.key)' as an array of strings")
    }
    var elements: [String] = []
    for domain in (Entitlements(bytes)?.associatedDomains ?? []).map(AssociatedDomains.withoutMode)
    where !elements.contains(domain) {
      elements.append(domain)
    }
    return DeclaredElements(elements: elements)
  }
}
