/// The intent filters of a manifest's source that open web links.
///
/// Source: Android, "`<intent-filter>`" and "`<data>`"; the Android Open Source Project, `IntentFilter`.
package struct ManifestReader {
  /// Why a manifest cannot be read.
  package struct Failure: Error, Equatable {
    /// One sentence without a full stop, with the line.
    package let message: String
  }

  /// Each host with each of its paths, in the order of the manifest.
  package private(set) var elements: [IntentElement] = []
  /// What is wrong with a filter as a whole, each a sentence without a full stop.
  package private(set) var faults: [String] = []

  private var hasElements = false

  private static let namespace = "http://schemas.android.com/apk/res/android"
  private static let view = "android.intent.action.VIEW"
  private static let categories = [
    "android.intent.category.DEFAULT", "android.intent.category.BROWSABLE",
  ]

  fileprivate struct Filter {
    var isVerified = false
    var names: Set<String> = []
    var schemes: [String] = []
    var hosts: [String] = []
    var paths: [IntentPath] = []
    var hasGroups = false
    var isInGroup = false
  }

  /// Reads the XML source of a manifest, or a part of one.
  package init(_ bytes: [UInt8]) throws(Failure) {
    // A compiled manifest begins with the type of its chunk.
    guard !bytes.starts(with: [0x03, 0x00]) else {
      throw Failure(message: "it is compiled: expected the AndroidManifest.xml of the source")
    }
    do throws(XMLReader.Failure) {
      try read(bytes)
    } catch {
      throw Failure(message: "line \(error.line): \(error.message)")
    }
    guard hasElements else {
      throw Failure(message: "it has no element: expected an AndroidManifest.xml")
    }
  }

  private mutating func read(_ bytes: [UInt8]) throws(XMLReader.Failure) {
    var reader = XMLReader(bytes)
    // The prefix of a document that binds none, as of a part of a manifest.
    var prefix = "android:"
    var filter: Filter?
    while let event = try reader.next() {
      hasElements = true
      switch event {
      case .start(let name, let attributes):
        for attribute in attributes where attribute.value == Self.namespace {
          if attribute.name.hasPrefix("xmlns:") {
            prefix = String(attribute.name.dropFirst(6)) + ":"
          }
        }
        let values = attributes.filter { $0.name.hasPrefix(prefix) }.map { attribute in
          (String(attribute.name.dropFirst(prefix.count)), Self.unescaped(attribute.value))
        }
        if name == "intent-filter" { filter = Filter() }
        filter?.take(name, values)
      case .end("intent-filter"):
        if let filter { add(filter) }
        filter = nil
      case .end("uri-relative-filter-group"): filter?.isInGroup = false
      case .end: continue
      }
    }
  }

  /// The value that the build tools make of an attribute's text.
  private static func unescaped(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      isEscaped = false
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private mutating func add(_ filter: Filter) {
    guard filter.schemes.contains("https") || filter.schemes.contains("http"),
      !filter.hosts.isEmpty
    else { return }
    let name = filter.hosts.joined(separator: ", ")
    if !filter.isVerified {
      faults.append("the filter of \(name) is not verified: expected android:autoVerify=\"true\"")
    }
    let lacking = ([Self.view] + Self.categories).filter { !filter.names.contains($0) }
    if !lacking.isEmpty {
      faults.append("the filter of \(name) lacks \(lacking.joined(separator: ", "))")
    }
    if !filter.schemes.contains("https") {
      faults.append("the filter of \(name) is for http alone: expected android:scheme=\"https\"")
    }
    if filter.hasGroups {
      faults.append(
        "the filter of \(name) has a <uri-relative-filter-group>, which is not compared")
    }
    for host in filter.hosts {
      let paths: [IntentPath?] = filter.paths.isEmpty ? [nil] : filter.paths
      for element in paths.map({ IntentElement(host: host, path: $0) })
      where !elements.contains(element) {
        elements.append(element)
      }
    }
  }
}

extension ManifestReader.Filter {
  fileprivate mutating func take(_ name: String, _ values: [(name: String, value: String)]) {
    switch name {
    case "intent-filter":
      isVerified = values.contains { $0.name == "autoVerify" && $0.value == "true" }
    case "action", "category":
      for (name, value) in values where name == "name" { names.insert(value) }
    case "uri-relative-filter-group": (hasGroups, isInGroup) = (true, true)
    case "data" where !isInGroup:
      let port = values.first { $0.name == "port" }.map { ":" + $0.value } ?? ""
      for (name, value) in values {
        switch name {
        case "scheme": schemes.append(value)
        case "host": hosts.append(value.lowercased() + port)
        default:
          guard let attribute = IntentPath.Attribute(rawValue: name) else { continue }
          paths.append(IntentPath(attribute, value))
        }
      }
    default: break
    }
  }
}
