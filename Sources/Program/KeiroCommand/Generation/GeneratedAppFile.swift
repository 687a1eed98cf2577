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
  /// Where a file of the app declares something else.
  func difference(from bytes: [UInt8]) throws(AppFileFailure) -> AppFileDifference
}

/// Where a file of an app declares something else than it should, element by element.
struct AppFileDifference {
  let missing: [String]
  let extra: [String]
  /// What is wrong besides, each a sentence without a full stop.
  var faults: [String] = []

  var isEmpty: Bool { missing.isEmpty && extra.isEmpty && faults.isEmpty }
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
    func array(_ paths: [IntentPath]) -> JSONOutput {
      .array(paths.map { .object([.init($0.attribute.rawValue, .string($0.value))]) })
    }
    let filters = filters.filters.map { filter in
      let groups = filter.groups.map { group in
        JSONOutput.object([
          .init("allow", .bool(group.isAllowed)), .init("paths", array(group.paths)),
        ])
      }
      return JSONOutput.object([
        .init("hosts", .strings(filter.hosts)), .init("paths", array(filter.paths)),
        .init("groups", .array(groups)), .init("notes", .strings(filter.notes)),
      ])
    }
    return [
      .init("app", .string(app)), .init("minSDK", .int(minSDK)), .init("filters", .array(filters)),
    ]
  }

  func difference(from bytes: [UInt8]) throws(AppFileFailure) -> AppFileDifference {
    do throws(ManifestReader.Failure) {
      let wanted = filters.elements
      let manifest = try ManifestReader(bytes, hosts: Set(wanted.map(\.host)))
      let difference = IntentDifference(declared: manifest.elements, wanted: wanted)
      return AppFileDifference(
        missing: difference.missing.map(\.description),
        extra: difference.extra.map(\.description), faults: manifest.faults)
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

  func difference(from bytes: [UInt8]) throws(AppFileFailure) -> AppFileDifference {
    do throws(XMLReader.Failure) {
      if let domains = try Entitlements.domains(bytes) { return difference(from: domains) }
    } catch {
      throw AppFileFailure(message: "line \(error.line): \(error.message)")
    }
    throw AppFileFailure(
      message: "expected entitlements as a property list, in XML or binary, with "
        + "'\(AssociatedDomains.key)' as an array of strings")
  }

  private func difference(from own: [String]) -> AppFileDifference {
    var declared: [String] = []
    for domain in own.map(AssociatedDomains.withoutMode) where !declared.contains(domain) {
      declared.append(domain)
    }
    return AppFileDifference(
      missing: elements.filter { !declared.contains($0) },
      extra: declared.filter { !elements.contains($0) })
  }
}
