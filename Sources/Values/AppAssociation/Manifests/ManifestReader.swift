/// The intent filters of a manifest's source that open web links.
///
/// Source: Android, "`<intent-filter>`" and "`<data>`"; the Android Open Source Project, `IntentFilter`.
package struct ManifestReader {
  /// Each host with each of its paths, in the order of the manifest.
  package private(set) var elements: [IntentElement] = []
  /// What is wrong with a filter as a whole, each a sentence without a full stop.
  package private(set) var faults: [String] = []

  private var hasElements = false
  private var filters: [Filter] = []

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
    var groups: [IntentFilters.Group] = []
    var isInGroup = false
    /// Whether a group asks for more than paths.
    var hasOtherGroups = false
    var hasTypes = false
    /// Values that the build fills in.
    var placeholders: [String] = []

    var isForWeb: Bool { schemes.contains("https") || schemes.contains("http") }
  }

  /// Reads the XML source of a manifest, or a part of one.
  ///
  /// - Parameters:
  ///   - bytes: the source, in UTF-8.
  ///   - hosts: the hosts whose filters have to be verified; nil for all.
  package init(_ bytes: [UInt8], hosts: Set<String>? = nil) throws(XMLReader.Failure) {
    // A compiled manifest begins with the type of its chunk.
    guard !bytes.starts(with: [0x03, 0x00]) else {
      throw .init("it is compiled: expected the AndroidManifest.xml of the source")
    }
    try read(bytes)
    guard hasElements else {
      throw .init("it has no element: expected an AndroidManifest.xml")
    }
    let verified = Set(filters.filter(\.isVerified).flatMap(\.hosts))
    for filter in filters {
      // A host that another filter verifies is verified for the app; other unverified hosts are open to
      // the app's own purposes.
      let isOwn = !filter.isVerified && hosts.map { $0.isDisjoint(with: filter.hosts) } ?? false
      if !isOwn { add(filter, verified) }
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
      case .text: continue
      case .start(let name, let attributes):
        for attribute in attributes where attribute.value == Self.namespace {
          if attribute.name.hasPrefix("xmlns:") {
            prefix = String(attribute.name.dropFirst(6)) + ":"
          }
        }
        let own = attributes.filter { $0.name.hasPrefix(prefix) }
        let values = own.map { attribute in
          (String(attribute.name.dropFirst(prefix.count)), Self.unescaped(attribute.value))
        }
        if name == "intent-filter" { filter = Filter() }
        filter?.take(name, values)
        filter?.placeholders += own.map(\.value).filter { text in
          name == "data" && (text.hasPrefix("@") || text.replacingAll("${", with: "") != text)
        }
      case .end("intent-filter"):
        if let filter, filter.isForWeb, !filter.hosts.isEmpty { filters.append(filter) }
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

  private mutating func add(_ filter: Filter, _ verified: Set<String>) {
    let name = "the filter of \(filter.hosts.joined(separator: ", "))"
    guard filter.placeholders.isEmpty else {
      faults.append(
        "\(name) has '\(filter.placeholders[0])', which the build fills in: expected the merged "
          + "manifest, below build/intermediates/merged_manifests")
      return
    }
    if !filter.isVerified, !verified.isSuperset(of: filter.hosts) {
      faults.append("\(name) is not verified: expected android:autoVerify=\"true\"")
    }
    let lacking = ([Self.view] + Self.categories).filter { !filter.names.contains($0) }
    if !lacking.isEmpty { faults.append("\(name) lacks \(lacking.joined(separator: ", "))") }
    if !filter.schemes.contains("https") {
      faults.append("\(name) is for http alone: expected android:scheme=\"https\"")
    }
    if let scheme = filter.schemes.first(where: { $0 != "https" && $0 != "http" }) {
      faults.append(
        "\(name) has the scheme '\(scheme)', too: Android only verifies filters for the web alone")
    }
    if filter.hasTypes {
      faults.append("\(name) has android:mimeType, which links do not have")
    }
    // Android does not know empty groups.
    let groups = filter.groups.filter { !$0.paths.isEmpty }
    if filter.hasOtherGroups || groups.contains(where: { $0.isAllowed && $0.paths.count > 1 }) {
      faults.append(
        "\(name) has a <uri-relative-filter-group> with more than a path, which is not compared")
    }
    for host in filter.hosts {
      let isOpen = filter.paths.isEmpty && groups.isEmpty
      let paths: [IntentPath?] = isOpen ? [nil] : filter.paths
      let grouped = IntentElement.elements(host: host, groups)
      for element in paths.map({ IntentElement(host: host, path: $0) }) + grouped
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
    case "uri-relative-filter-group":
      let isAllowed = !values.contains { $0.name == "allow" && $0.value == "false" }
      groups.append(IntentFilters.Group(isAllowed: isAllowed, paths: []))
      isInGroup = true
    case "data":
      let port = values.first { $0.name == "port" }.map { ":" + $0.value } ?? ""
      for (name, value) in values {
        let path = IntentPath.Attribute(rawValue: name).map { IntentPath($0, value) }
        switch name {
        case _ where isInGroup:
          guard let path, let last = groups.indices.last else {
            hasOtherGroups = true
            continue
          }
          groups[last].paths.append(path)
        case "scheme": schemes.append(value)
        case "host": hosts.append(value.lowercased() + port)
        case "mimeType": hasTypes = true
        default: paths += path.map { [$0] } ?? []
        }
      }
    default: break
    }
  }
}
