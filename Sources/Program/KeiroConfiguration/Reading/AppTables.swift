import AppAssociation
import Cryptography
import JSONSyntax
import LaunchRouting
import Platforms
import SiteModel
import WebSyntax

extension ValueKind<[AppDefinition]> {
  static var apps: Self {
    let app = ValueKind<AppDefinition>.object(.app).defined(as: "app")
    var schema: [JSONOutput.Member] {
      [
        .init("type", .string("object")),
        .init("propertyNames", .object([.init("minLength", .int(1))])),
        .init("additionalProperties", .object(app.schema())),
      ]
    }
    return Self(schema, definitions: app.definitions) { field, state in
      guard let entries = field.entries() else {
        state.apps.areKnown = false
        return nil
      }
      return apps(entries, app, state)
    }
  }

  /// The apps, which sites may name then; an invalid one becomes an empty app, so that the others keep
  /// their indices.
  private static func apps(
    _ entries: [(name: String, field: JSONField)], _ kind: ValueKind<AppDefinition>,
    _ state: ReadingState
  ) -> [AppDefinition] {
    var successors: [(app: Int, field: JSONField)] = []
    var environments: [DeploymentEnvironment?] = []
    var apps = entries.enumerated().map { position, entry in
      if entry.name.isEmpty {
        entry.field.report("the name of the app is empty: expected one such as shop")
      }
      (state.successor, state.environment) = (nil, .production)
      let read = kind.read(entry.field, state)
      environments.append(read == nil ? nil : state.environment)
      var app = read ?? AppDefinition()
      app.key = entry.name
      if app.name.isEmpty { app.name = entry.name }
      if let field = state.successor { successors.append((position, field)) }
      return app
    }
    // Resolved last, since the successor of an app may be defined after it.
    let names = AppNames(apps, in: environments)
    for (app, field) in successors {
      apps[app].successor = names.inside(environments[app]).index(field, isOfApp: true)
    }
    let succession = AppSuccession(of: apps)
    for (app, field) in successors where succession.leadsBack(to: app) {
      field.report("the successors lead back to '\(apps[app].key)'")
    }
    state.apps = AppNames(apps, in: environments)
    return apps
  }
}

extension ConfigurationTable<AppDefinition> {
  fileprivate static var app: Self {
    Self(
      AppDefinition(),
      .init("name", ValueKind.text) { name, app, _ in app.name = name },
      .init("environment", ValueKind.environment.unread, default: .string("production")) {
        field, app, state in
        state.environment = ValueKind.environment.read(field, state)
        app.environment = state.environment ?? app.environment
      },
      .init("successor", ValueKind.text.unread) { field, _, state in state.successor = field },
      .init("apple", \.apple, .object(.apple)),
      .init("android", \.android, .object(.android)),
      .init("harmony", \.harmony, .object(.harmony)),
      .init("launch", .launch)
    ) { _, app, _ in
      // URLs of the app's own schemes are deep links unless its widgets use them.
      let taken = Set(app.launch.linkSchemes + app.launch.widgetSchemes)
      app.launch.linkSchemes += (app.apple?.customSchemes ?? []).filter { !taken.contains($0) }
    }
  }

  private static var launch: Self {
    Self(
      AppDefinition(),
      .init(
        "lifecycle", \.lifecycle,
        .choice(isNot: "a lifecycle: expected app-delegate, scene or swiftui"),
        default: .string("scene")),
      .init("home", \.launch.home, .text),
      .init("linkSchemes", \.launch.linkSchemes, .set(.scheme)),
      .init("widgetSchemes", \.launch.widgetSchemes, .set(.scheme)),
      .init("siriActivityTypes", \.launch.siriActivityTypes, .set(.text)),
      .init("handoffActivityTypes", \.launch.handoffActivityTypes, .set(.text)),
      .init("notificationURLKey", \.launch.notificationURLKey, .text),
      .init("spotlight", \.launch.spotlight, .text),
      .init("search", \.launch.search, .text),
      .init("widget", \.launch.widget, .text),
      .init("intent", \.launch.intent, .text),
      .init("shortcuts", \.launch.shortcuts, .dictionary(.text)),
      .init("requiresLogin", \.launch.requiresLogin, .set(.text)),
      .init("loginScreen", \.launch.loginScreen, .text, default: .string("login"))
    ) { object, app, _ in
      let schemes = app.launch.linkSchemes
      reportTwice(object.optional("widgetSchemes"), schemes, "linkSchemes") { $0.lowercased() }
      let types = app.launch.siriActivityTypes
      reportTwice(object.optional("handoffActivityTypes"), types, "siriActivityTypes") { $0 }
      if !app.launch.requiresLogin.isEmpty, app.launch.loginScreen == nil {
        app.launch.loginScreen = "login"
      }
      if let screen = app.launch.loginScreen, app.launch.requiresLogin.contains(screen) {
        (object.optional("loginScreen") ?? object.field).report(
          "the login screen '\(screen)' requires login itself: expected one that does not")
      }
    }
  }

  /// Reports the elements of a list that another list of the app has, too.
  private static func reportTwice(
    _ list: JSONField?, _ others: [String], _ key: String, _ canonical: (String) -> String
  ) {
    guard let list, list.node.array != nil else { return }
    for element in list.elements() ?? [] {
      guard let text = element.node.string.map(canonical), others.contains(text) else { continue }
      element.report("'\(text)' is also in '\(key)': expected it in one of the two")
    }
  }
}

extension ValueKind<DeploymentEnvironment> {
  static var environment: Self {
    .choice(isNot: "an environment: expected production, staging or development")
  }
}

extension ConfigurationTable<AppDefinition.Apple> {
  fileprivate static var apple: Self {
    Self(
      AppDefinition.Apple(),
      .init("appIDs", \.appIDs, .appIDs, isRequired: true),
      .init(
        "appStoreID", \.appStoreID,
        .text(
          "^[0-9]{1,20}$", isNot: "an App Store number: expected digits alone",
          AppStoreNumber.isValid)),
      .init(
        "productPage", \.productPage,
        .text(
          "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
          isNot: "a custom product page: expected its ppid, as in "
            + "45812c9b-c296-43d3-c6a0-c5a02f74bf6e", ProductPageIdentifier.isValid)),
      .init("appClipIDs", \.appClipIDs, .appIDs),
      .init("customSchemes", \.customSchemes, .set(.scheme)),
      .init(
        "oldestSystem", \.oldestSystem,
        .version("^0*(9|[1-9][0-9]{1,3})(\\.[0-9]{1,4}){0,2}$").converted { version, field, _ in
          if version.has(.universalLinks) { return version }
          field.report("iOS \(version) knows no universal links: expected \"9.0\" or later")
          return nil
        }, default: .string("13.0")),
      .init("sdk", \.sdk, .version("^[0-9]{1,4}(\\.[0-9]{1,4}){0,2}$")),
      .init("push", \.push, .object(.push).orNull))
  }
}

extension ValueKind<SystemVersion> {
  fileprivate static func version(_ pattern: String) -> Self {
    .parsed(pattern, isNot: "a version of iOS: expected two numbers such as \"13.0\"") {
      SystemVersion($0)
    }
  }
}

extension ValueKind<[AppIdentifier]> {
  fileprivate static var appIDs: Self {
    var schema: [JSONOutput.Member] {
      .json(
        #"""
        {"description": "A prefix of ten characters, a dot and a bundle ID, as in A1B2C3D4E5.com.example.app.",
          "type": "string", "pattern": "^[A-Z0-9]{10}(\\.[A-Za-z0-9-]+)+$"}
        """#)
    }
    let identifier = ValueKind<AppIdentifier>(schema) { field, state in
      guard let text = field.text() else { return nil }
      guard let identifier = AppIdentifier(text) else {
        let fault = AppIdentifier.fault(of: text) ?? "expected <prefix>.<bundle ID>"
        field.report("'\(text)' is not an application identifier: \(fault)")
        return nil
      }
      return field.claim(identifier, in: &state.identifiers)
    }
    return .list(identifier.defined(as: "appID"), isUnique: true)
  }
}

extension ValueKind<String> {
  /// A custom URL scheme in lower case, since schemes are case-insensitive (RFC 3986, section 3.1).
  fileprivate static var scheme: Self {
    var schema: [JSONOutput.Member] {
      .json(
        """
        {"description": "A URL scheme without colon and slashes.", "type": "string",
          "pattern": "^[A-Za-z][A-Za-z0-9+.-]*$",
          "not": {"enum": ["about", "blob", "chrome", "content", "data", "facetime", "file",
            "filesystem", "ftp", "http", "https", "intent", "itms-apps", "itms-services", "javascript",
            "mailto", "sms", "tel", "vbscript", "view-source", "ws", "wss"]}}
        """)
    }
    return Self(schema) { field, _ in
      guard let text = field.text() else { return nil }
      let scheme = text.lowercased()
      if URLScheme.isAvailableToApps(scheme) { return scheme }
      field.report(
        URLScheme.isValid(scheme)
          ? "'\(text)' belongs to browsers: expected a scheme of the app's own"
          : "'\(text)' is not a URL scheme: expected a letter, then letters, digits, + - .")
      return nil
    }.defined(as: "scheme")
  }
}

extension ConfigurationTable<PushSettings> {
  fileprivate static var push: Self {
    let identifier = ValueKind.text(
      "^[A-Za-z0-9]{10}$", isNot: "an identifier of Apple: expected ten letters and digits"
    ) { $0.utf8.count == 10 && $0.utf8.allSatisfy(ASCII.isAlphanumeric) }
    let secret = ValueKind<String>.secret
    let key = ValueKind(secret.schema(), definitions: secret.definitions) {
      field, state -> String? in
      // Not read as `text()`, since a PEM key has several lines.
      if field.node.string != nil { state.noteSecret(at: field) }
      guard let text = field.node.string ?? secret.read(field, state) else { return nil }
      if SigningKey(pem: Array(text.utf8)) != nil { return text }
      // The message must not contain the key.
      field.report("not a key of APNs: expected the contents of an AuthKey_….p8 (PKCS #8, P-256)")
      return nil
    }
    return Self(
      PushSettings(),
      .init("teamID", \.teamID, identifier, isRequired: true),
      .init("keyID", \.keyID, identifier, isRequired: true),
      .init("key", \.key, key, isRequired: true),
      .init(
        "endpoint", \.endpoint,
        .url(
          "^[Hh][Tt][Tt][Pp][Ss]://[^/?#@]+/?$",
          isNot: "a base URL: expected one such as https://127.0.0.1:2197"
        ) { url in
          url.scheme == "https" && url.userInfo == nil && (url.path.isEmpty || url.path == "/")
            && url.query == nil && url.fragment == nil
        }.converted { text, _, _ in text.hasSuffix("/") ? String(text.dropLast()) : text }.orNull),
      .init("cacert", \.authorities, .path.orNull))
  }
}

extension ConfigurationTable<AppDefinition.Android> {
  fileprivate static var android: Self {
    Self(
      AppDefinition.Android(),
      .init(
        "packageName", \.packageName,
        .text(
          #"^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$"#,
          isNot: "a package name: expected the form com.example.app", AndroidPackageName.isValid),
        isRequired: true),
      .init("sha256CertFingerprints", \.sha256CertFingerprints, .set(.fingerprint)),
      .init(
        "listing", \.listing,
        .text(
          "^[a-z0-9._~-]{1,255}$",
          isNot: "a custom store listing: expected lower-case letters, digits, '.', '-', '_', '~'"
        ) { text in
          text.utf8.count <= 255
            && text.utf8.allSatisfy { PercentCoding.isUnreserved($0) && !(0x41...0x5A ~= $0) }
        }))
  }
}

extension ValueKind<String> {
  /// A fingerprint in the form that Android compares: upper case with colons.
  fileprivate static var fingerprint: Self {
    Self(.string("^([0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31}|[0-9A-Fa-f]{64})$")) { field, _ in
      guard let text = field.text() else { return nil }
      do throws(CertificateFingerprint.Fault) {
        return try CertificateFingerprint(text).description
      } catch {
        field.report("'\(text)' is not a SHA-256 fingerprint: \(error.message)")
        return nil
      }
    }
  }
}

extension ConfigurationTable<AppDefinition.Harmony> {
  fileprivate static var harmony: Self {
    let form = "an identifier of AppGallery Connect: expected up to 128 letters and digits"
    return Self(
      AppDefinition.Harmony(),
      .init(
        "appIdentifier", \.appIdentifier,
        .text("^[!-~]{1,128}$", isNot: form) { text in
          text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && text.utf8.count <= 128
        }, isRequired: true))
  }
}
