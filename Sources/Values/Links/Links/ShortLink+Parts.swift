extension ShortLink {
  /// What a link does on iPhone and iPad.
  package struct Apple: Equatable, Sendable {
    /// Where a browser goes when there is no app.
    package var fallback: String?
    /// The same on iPad, in place of `fallback`.
    package var ipadFallback: String?
    /// The digits of the App Store number.
    package var appStoreID: String?
    package var bundleID: String?
    package var ipadBundleID: String?
    /// Without the colon.
    package var customScheme: String?
    /// Told to the app, which decides.
    package var minimumVersion: String?

    package init() {}

    /// Whether the link itself says where people without the app go.
    package var namesStoreOrFallback: Bool {
      appStoreID != nil || fallback != nil || ipadFallback != nil
    }
  }

  /// What a link does on Android.
  package struct Android: Equatable, Sendable {
    package var fallback: String?
    package var packageName: String?
    /// Told to the app, which decides: a server cannot see what is installed.
    package var minimumVersionCode: Int?

    package init() {}
  }

  /// What a link does on any other system.
  package struct Desktop: Equatable, Sendable {
    package var fallback: String?

    package init() {}
  }

  /// What services show that preview the link.
  package struct Social: Equatable, Sendable {
    package var title: String?
    package var description: String?
    /// An http or https URL.
    package var image: String?

    package init() {}

    package var isEmpty: Bool { title == nil && description == nil && image == nil }
  }

  /// What makes a campaign recognisable: to the site's statistics, and to the stores.
  package struct Campaign: Equatable, Sendable {
    /// Names and values in the order of `names`.
    package var items: [(name: String, value: String)] = []

    package init() {}

    package static func == (left: Campaign, right: Campaign) -> Bool {
      left.items.elementsEqual(right.items) { $0.name == $1.name && $0.value == $1.value }
    }

    /// - Parameter name: one of `names`.
    package subscript(name: String) -> String? {
      get { items.first { $0.name == name }?.value }
      set {
        items.removeAll { $0.name == name }
        guard let newValue else { return }
        let place = Self.names.firstIndex(of: name) ?? Self.names.endIndex
        let later = Self.names.suffix(from: place)
        let index = items.firstIndex { later.contains($0.name) } ?? items.endIndex
        items.insert((name, newValue), at: index)
      }
    }

    /// - Parameter place: of the name among `names`.
    package subscript(place place: Int) -> String? {
      get { self[Self.names[place]] }
      set { self[Self.names[place]] = newValue }
    }

    /// The parameters that the App Store knows.
    package static let storeNames = ["at", "ct", "mt", "pt"]

    static let storeMeanings = [
      "at": "The affiliate token", "ct": "The campaign token", "mt": "The media type",
      "pt": "The provider token",
    ]

    /// Every name that a campaign may have.
    package static let names =
      ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "gclid"] + storeNames

    /// What is added to the destination and told to the Play Store.
    var webItems: [(name: String, value: String)] {
      items.filter { !Self.storeNames.contains($0.name) }
    }

    /// What is told to the App Store.
    var storeItems: [(name: String, value: String)] {
      items.filter { Self.storeNames.contains($0.name) }
    }
  }
}
