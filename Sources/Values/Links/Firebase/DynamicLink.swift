package import WebSyntax

/// A link in the vocabulary of Firebase Dynamic Links: the parameters of a long link
/// (`https://example.page.link/?link=…&apn=…`), in order.
package struct DynamicLink: Equatable, Sendable {
  /// A problem with a link that is created nevertheless, under Firebase's own codes.
  package struct Warning: Equatable, Sendable {
    package let code: String
    /// The problem in one sentence, as Firebase's clients print it.
    package let message: String

    package init(code: String, message: String) {
      self.code = code
      self.message = message
    }
  }

  /// Why no link can be created.
  package struct Fault: Error, Equatable, Sendable {
    package let message: String

    package init(_ message: String) {
      self.message = message
    }
  }

  package var parameters: [ShortLink.Extra]

  package init(_ parameters: [ShortLink.Extra]) {
    self.parameters = parameters
  }

  /// Three times the number of known parameters: the rest of a longer query is not read, since anyone
  /// can send one.
  private static let mostParameters = 100

  package init(query: some StringProtocol) {
    let items = Substring(query).utf8.split(
      separator: UInt8(ascii: "&"), maxSplits: Self.mostParameters)
    parameters = items.prefix(Self.mostParameters).map { item in
      let halves = Substring(item).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return ShortLink.Extra(
        name: FormText.decode(halves[0]), value: halves.count > 1 ? FormText.decode(halves[1]) : "")
    }
  }

  /// The destination; nil for none. Firebase's own library compares the name case-insensitively.
  package var destination: String? {
    parameters.first { $0.name.lowercased() == "link" }?.value
  }

  private static let longest = 7168
  private static let longestParameter = 2048

  package enum Author: Sendable {
    /// A caller with a token, whose link is checked like any other when it is created.
    case trusted
    case stranger(LongLinkBounds)

    fileprivate var bounds: LongLinkBounds? {
      if case .stranger(let bounds) = self { bounds } else { nil }
    }

    fileprivate func sent(_ url: String) throws(DestinationFault) -> String {
      if let bounds { return try bounds.sent(url) }
      return try LinkDestination.sent(url, isTemplate: false).text
    }
  }

  /// The short link with all parameters that could be read.
  ///
  /// - Throws: the reason why the link cannot lead anywhere, or why a stranger may not lead visitors to
  ///   one of its addresses; other problems only cause a warning.
  package func link(
    host: String, slug: String, by author: Author
  ) throws(Fault) -> (link: ShortLink, warnings: [Warning]) {
    guard let destination, !destination.isEmpty else {
      throw Fault("the parameter 'link' is missing: expected the URL that is to be opened")
    }
    let url: String
    do throws(DestinationFault) {
      url = try author.sent(destination)
    } catch {
      throw Fault(LinkFault.notDestination(destination, error).english)
    }
    var reading = DynamicLinkReading(
      link: UnpackedLink(ShortLink(host: host, slug: slug, url: url)), author: author)
    if destination.contains("#") {
      reading.warn("LINK_WITH_FRAGMENTS", "'link' has a fragment, which some apps do not get")
    }
    if parameters.reduce(0, { $0 + $1.value.utf8.count }) > Self.longest {
      reading.warn("LINK_LENGTH_TOO_LONG", "the link has more than \(Self.longest) characters")
    }
    for parameter in parameters where parameter.name.lowercased() != "link" {
      try reading.admit(parameter)
      if parameter.value.utf8.count > Self.longestParameter {
        reading.warn("TOO_LONG_PARAM", "'\(parameter.name)' is too long and left out")
      } else {
        reading.read(parameter.name, parameter.value)
      }
    }
    reading.finish(names: Set(parameters.filter { !$0.value.isEmpty }.map(\.name)))
    return (reading.link.packed, reading.warnings)
  }
}

/// Applies parameters to a link one by one.
private struct DynamicLinkReading {
  let link: UnpackedLink
  let author: DynamicLink.Author
  var warnings: [DynamicLink.Warning] = []

  mutating func warn(_ code: String, _ message: String) {
    warnings.append(DynamicLink.Warning(code: code, message: message))
  }

  /// Parameters that Firebase's own pages and libraries add.
  private static let meaningless: Set = [
    "d", "_icp", "_cpt", "_cpb", "_fpb", "cid", "_osl", "_plt", "_iumenbl", "_iumchkactval",
  ]

  /// Refuses a link whose visitors a stranger would lead elsewhere, instead of leading them to the
  /// destination: it is not what the link says.
  func admit(_ parameter: ShortLink.Extra) throws(DynamicLink.Fault) {
    guard let bounds = author.bounds, !parameter.value.isEmpty,
      case .url(_, isVisited: true)? = FirebaseParameter.named(parameter.name)?.field?.type
    else { return }
    do throws(DestinationFault) {
      _ = try bounds.sent(parameter.value)
    } catch {
      let reason = LinkFault.notDestination(parameter.value, error).english
      throw DynamicLink.Fault("\(parameter.name): \(reason)")
    }
  }

  mutating func read(_ name: String, _ value: String) {
    guard !value.isEmpty, !Self.meaningless.contains(name) else { return }
    guard let parameter = FirebaseParameter.named(name), let field = parameter.field else {
      return warn(
        "UNRECOGNIZED_PARAM", "'\(name.prefix(100))' is not a parameter of a dynamic link")
    }
    if let fault = author.bounds?.fault(of: value, at: parameter.path) {
      return warn("NOT_IN_CONFIGURATION", "'\(name)' is ignored: \(fault)")
    }
    switch field.type {
    case .word(let path, let kind):
      guard kind.admits(value) else {
        return warn(parameter.warning, "'\(name)' is not \(kind)")
      }
      link[path] = value
    case .url(let path, _): setURL(path, value, name, parameter.warning)
    case .int(let path, let range):
      guard let number = Int(value), range.contains(number) else {
        return warn(parameter.warning, "'\(name)' is not a version code")
      }
      link[path] = number
    case .flag(let path): link[path] = ["1", "true"].contains(value)
    case .text(let path, let limit): link[path] = words(value, name, limit: limit)
    case .campaign(let path, let index):
      guard link[path][index: index] == nil else { return }
      link[path][index: index] = words(value, name, limit: FieldType.wordBytes)
    case .host, .slug, .destination, .time, .choice, .tags, .password, .extra, .rules: break
    }
  }

  /// Text without the control characters that a link forbids; nil when nothing is left of it or it is
  /// too long, since an export of the link could not be imported.
  private mutating func words(
    _ text: String, _ name: String, limit: Int
  ) -> String? {
    let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    let words = String(String.UnicodeScalarView(scalars))
    guard words.utf8.count <= limit else {
      warn("TOO_LONG_PARAM", "'\(name)' is too long and left out")
      return nil
    }
    return words.isEmpty ? nil : words
  }

  private mutating func setURL(
    _ path: FieldPath<String?>, _ value: String, _ name: String, _ code: String
  ) {
    do throws(DestinationFault) {
      link[path] = try LinkDestination.sent(value, isTemplate: false).text
    } catch {
      let isURL = if case .otherScheme = error { true } else { false }
      warn((isURL ? "BAD_URI_SCHEME_" : "NOT_URI_") + code, "'\(name)' is left out: \(error)")
    }
  }

  /// Warns of parameters that have no effect without others.
  mutating func finish(names: Set<String>) {
    if names.contains("amv"), !names.contains("apn") {
      warn("UNNECESSARY_ANDROID_PACKAGE_MIN_VERSION", "'amv' does nothing without 'apn'")
    }
    if names.contains("isi"), !names.contains("ibi") {
      warn("UNNECESSARY_IOS_APP_STORE_ID", "'isi' belongs to the app that 'ibi' names")
    }
    if names.contains("ius"), !names.contains("ibi") {
      warn("UNNECESSARY_IOS_URL_SCHEME", "'ius' belongs to the app that 'ibi' names")
    }
  }
}

/// The text of forms and queries, with escapes and `+` as a space; an invalid escape stays as written.
enum FormText {
  /// A text that is not UTF-8 once it is decoded stays as written.
  static func decode(_ text: some StringProtocol) -> String {
    let spaced = text.utf8.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
    var bytes: [UInt8] = []
    PercentCoding.decodeValidEscapes(spaced.span) { bytes.append($0) }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
  }

  /// Whether a text is another one once it is decoded. Nothing is copied, since each rule of a link asks
  /// this of each item of a query.
  static func decodes(_ written: Span<UInt8>, to text: String) -> Bool {
    var expected = text.utf8.makeIterator()
    var index = 0
    while index < written.count {
      var byte = written[index]
      index &+= 1
      if byte == UInt8(ascii: "+") {
        byte = UInt8(ascii: " ")
      } else if byte == UInt8(ascii: "%"),
        let escaped = PercentCoding.escapedByte(written, at: index)
      {
        byte = escaped
        index &+= 2
      }
      guard expected.next() == byte else { return false }
    }
    return expected.next() == nil
  }
}

/// The restrictions on long links. Anyone can write one on a host that visitors trust, so it may only
/// say what the host's operator could have said.
package struct LongLinkBounds: Sendable {
  package let hosts: [HostPattern]
  /// The identifiers of the operator's own apps.
  private let apps: Apps
  /// Whether the caller may set the text and image of the preview.
  private let admitsSocial: Bool

  package struct Apps: Sendable {
    package var packageNames: Set<String> = []
    package var bundleIDs: Set<String> = []
    package var appStoreIDs: Set<String> = []
    /// The URL schemes, in lower case.
    package var customSchemes: Set<String> = []

    package init() {}
  }

  package init(hosts: [HostPattern], apps: Apps, admitsSocial: Bool) {
    self.hosts = hosts
    self.apps = apps
    self.admitsSocial = admitsSocial
  }

  /// Why the value of a field is ignored, as the end of a sentence; nil for an allowed value.
  func fault(of value: String, at path: String) -> String? {
    switch path {
    case "android.packageName":
      apps.packageNames.contains(value) ? nil : "no app of the configuration has this package"
    case "apple.bundleID", "apple.ipadBundleID":
      apps.bundleIDs.contains(value) ? nil : "no app of the configuration has this bundle ID"
    case "apple.appStoreID":
      apps.appStoreIDs.contains(value) ? nil : "no app of the configuration has this number"
    case "apple.customScheme":
      apps.customSchemes.contains(value.lowercased())
        ? nil : "no app of the configuration has this scheme"
    case "social.title", "social.description":
      admitsSocial ? nil : "the text of a page is not the caller's to choose"
    case "social.image":
      admitsSocial ? pictureFault(value) : "the picture of a page is not the caller's to choose"
    default: nil
    }
  }

  private func pictureFault(_ url: String) -> String? {
    do throws(DestinationFault) {
      _ = try sent(url)
      return nil
    } catch {
      return error.english
    }
  }

  /// The URL that a browser sends for an address, which must lie within the bounds.
  ///
  /// - Throws: the reason against it, which names no host: strangers need not know all that are served.
  func sent(_ address: String) throws(DestinationFault) -> String {
    do throws(DestinationFault) {
      return try LinkDestination.sent(address, isTemplate: false, within: hosts).text
    } catch {
      guard case .hostNotAllowed(let host, _) = error else { throw error }
      throw .foreignHost(host)
    }
  }
}
