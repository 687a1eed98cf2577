extension ShortLink {
  package struct Rare: Equatable, Sendable {
    package var name: String?
    /// Words for people and filters, without duplicates.
    package var tags: [String] = []
    /// Alternative destinations for some visitors; the first rule whose condition holds applies.
    package var rules: [LinkRule] = []
    /// The settings for iPhones, iPads and Macs.
    package var apple = Apple()
    package var android = Android()
    package var desktop = Desktop()
    package var social = Social()
    /// The campaign that the link belongs to, with the parameters that tell the destination.
    package var campaign = Campaign()
    /// The time before which the link is not found; nil for no limit.
    package var notBefore: Timestamp?
    /// The time from which the link is gone; nil for no limit.
    package var expires: Timestamp?
    /// The URL that a link leads to after its end; nil for a page that says so.
    package var expiredURL: String?
    /// The number of clicks by people after which the link is gone, at least 1; nil for no limit.
    package var maxClicks: Int?
    package var importedClicks: Int?
    /// The hashed password that visitors must enter; nil for none.
    package var password: PasswordHash?
    package var path = PathMode.refuse
    /// The owner whose file defines the link; applying a file only changes links of its own owner. Nil
    /// for none.
    package var owner: String?
    /// Imported values that Keiro does not interpret but exports again, sorted by unique names.
    package var extra: [Extra] = []

    package init() {}
  }
}

// MARK: - Access as the link's own fields

extension ShortLink {
  package static let mostImportedClicks = 1_000_000_000_000

  @usableFromInline static let plain = Rare()

  /// Inlined, so that the key path of a call is resolved to the property.
  @inlinable
  package subscript<Value>(dynamicMember path: WritableKeyPath<Rare, Value>) -> Value {
    @inline(__always)
    get { box.isEmpty ? Self.plain[keyPath: path] : box[0][keyPath: path] }
    @inline(__always)
    set { rare[keyPath: path] = newValue }
  }

  /// Whether no time, count, password, page or rule decides a visit.
  ///
  /// Declared here because other modules would read each rare field through a key path.
  package var isUnconditional: Bool {
    guard !archived else { return false }
    guard let rare = box.first else { return true }
    return rare.notBefore == nil && rare.expires == nil && rare.maxClicks == nil
      && rare.password == nil && rare.rules.isEmpty && rare.social.isEmpty
      && rare.desktop.fallback == nil
  }

  /// Whether a system has its own settings: iPhone and iPad, and Android.
  package var differsBySystem: (apple: Bool, android: Bool) {
    guard let rare = box.first else { return (false, false) }
    return (rare.apple.namesStoreOrFallback, rare.android != Android())
  }
}

extension ShortLink {
  package struct Apple: Equatable, Sendable {
    /// The URL for visitors without the app; nil for none.
    package var fallback: String?
    /// The URL for iPad visitors without the app, in place of `fallback`; nil for none.
    package var ipadFallback: String?
    /// The App Store number, as digits.
    package var appStoreID: String?
    /// The identifier of a custom product page of the App Store; nil for the usual page.
    package var productPage: String?
    package var bundleID: String?
    /// The bundle identifier of a separate iPad app; nil for none.
    package var ipadBundleID: String?
    /// The URL scheme of the app, without its colon.
    package var customScheme: String?
    /// The minimum app version, which is passed to the app for it to judge.
    package var minimumVersion: String?

    /// Whether the link itself names a store or a fallback for visitors without the app.
    package var namesStoreOrFallback: Bool {
      appStoreID != nil || fallback != nil || ipadFallback != nil
    }
  }

  package struct Android: Equatable, Sendable {
    /// The URL for visitors without the app; nil for none.
    package var fallback: String?
    /// The package name of the app; nil for none.
    package var packageName: String?
    /// The minimum version code, which is passed to the app for it to judge: a server cannot see what
    /// is installed.
    package var minimumVersionCode: Int?
  }

  package struct Desktop: Equatable, Sendable {
    /// The URL for other systems in place of the link's own; nil for none.
    package var fallback: String?
  }

  /// The preview that other services show for the link.
  package struct Social: Equatable, Sendable {
    package var title: String?
    package var description: String?
    /// The http or https URL of the image; nil for none.
    package var image: String?

    package var isEmpty: Bool { title == nil && description == nil && image == nil }
  }

  /// The parameters that identify a campaign to the destination's statistics and to the stores.
  package struct Campaign: Equatable, Sendable {
    /// The names and values, in the order of `names`.
    package var items: [(name: String, value: String)] = []

    package static func == (left: Campaign, right: Campaign) -> Bool {
      left.items.elementsEqual(right.items) { $0.name == $1.name && $0.value == $1.value }
    }

    package subscript(name: String) -> String? {
      get { items.first { $0.name == name }?.value }
      set {
        items.removeAll { $0.name == name }
        guard let newValue else { return }
        let position = Self.names.firstIndex(of: name) ?? Self.names.endIndex
        let later = Self.names.suffix(from: position)
        let index = items.firstIndex { later.contains($0.name) } ?? items.endIndex
        items.insert((name, newValue), at: index)
      }
    }

    package subscript(index index: Int) -> String? {
      get { self[Self.names[index]] }
      set { self[Self.names[index]] = newValue }
    }

    package static let storeNames = ["at", "ct", "mt", "pt"]

    static let storeMeanings = [
      "at": "The affiliate token", "ct": "The campaign token", "mt": "The media type",
      "pt": "The provider token",
    ]

    package static let names =
      ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "gclid"] + storeNames

    /// The parameters for the destination and the Play Store.
    var webItems: [(name: String, value: String)] {
      items.filter { !Self.storeNames.contains($0.name) }
    }

    var storeItems: [(name: String, value: String)] {
      items.filter { Self.storeNames.contains($0.name) }
    }
  }
}
