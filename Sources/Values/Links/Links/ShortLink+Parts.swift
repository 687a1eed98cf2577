extension ShortLink {
  /// The settings of a link for iPhone and iPad.
  package struct Apple: Equatable, Sendable {
    /// The URL for visitors without the app; nil for none.
    package var fallback: String?
    /// The URL for iPad visitors without the app, in place of `fallback`; nil for none.
    package var ipadFallback: String?
    /// The App Store number, as digits.
    package var appStoreID: String?
    /// The bundle identifier of the app; nil for none.
    package var bundleID: String?
    /// The bundle identifier of a separate iPad app; nil for none.
    package var ipadBundleID: String?
    /// The URL scheme of the app, without its colon.
    package var customScheme: String?
    /// The minimum app version, which is passed to the app for it to judge.
    package var minimumVersion: String?

    package init() {}

    /// Whether the link itself names a store or a fallback for visitors without the app.
    package var namesStoreOrFallback: Bool {
      appStoreID != nil || fallback != nil || ipadFallback != nil
    }
  }

  /// The settings of a link for Android.
  package struct Android: Equatable, Sendable {
    /// The URL for visitors without the app; nil for none.
    package var fallback: String?
    /// The package name of the app; nil for none.
    package var packageName: String?
    /// The minimum version code, which is passed to the app for it to judge: a server cannot see what
    /// is installed.
    package var minimumVersionCode: Int?

    package init() {}
  }

  /// The settings of a link for all other systems.
  package struct Desktop: Equatable, Sendable {
    /// The URL for other systems in place of the link's own; nil for none.
    package var fallback: String?

    package init() {}
  }

  /// The preview that other services show for the link.
  package struct Social: Equatable, Sendable {
    /// The title of the preview; nil for none.
    package var title: String?
    package var description: String?
    /// The http or https URL of the image; nil for none.
    package var image: String?

    package init() {}

    /// Whether the link has no preview of its own.
    package var isEmpty: Bool { title == nil && description == nil && image == nil }
  }

  /// The parameters that identify a campaign to the destination's statistics and to the stores.
  package struct Campaign: Equatable, Sendable {
    /// The names and values, in the order of `names`.
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
        let position = Self.names.firstIndex(of: name) ?? Self.names.endIndex
        let later = Self.names.suffix(from: position)
        let index = items.firstIndex { later.contains($0.name) } ?? items.endIndex
        items.insert((name, newValue), at: index)
      }
    }

    /// - Parameter index: the index of the name in `names`.
    package subscript(index index: Int) -> String? {
      get { self[Self.names[index]] }
      set { self[Self.names[index]] = newValue }
    }

    /// The parameters that the App Store accepts.
    package static let storeNames = ["at", "ct", "mt", "pt"]

    static let storeMeanings = [
      "at": "The affiliate token", "ct": "The campaign token", "mt": "The media type",
      "pt": "The provider token",
    ]

    /// All names that a campaign may have.
    package static let names =
      ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "gclid"] + storeNames

    /// The parameters for the destination and the Play Store.
    var webItems: [(name: String, value: String)] {
      items.filter { !Self.storeNames.contains($0.name) }
    }

    /// The parameters for the App Store.
    var storeItems: [(name: String, value: String)] {
      items.filter { Self.storeNames.contains($0.name) }
    }
  }
}
