extension ShortLink {
  /// The fields that most links lack.
  package struct Rare: Equatable, Sendable {
    /// The name for people; nil for none.
    package var name: String?
    /// Words for people and filters, without duplicates.
    package var tags: [String] = []
    /// Alternative destinations for some visitors; the first rule whose condition holds applies.
    package var rules: [LinkRule] = []
    /// The settings for iPhones, iPads and Macs.
    package var apple = Apple()
    /// The settings for Android.
    package var android = Android()
    /// The settings for other computers.
    package var desktop = Desktop()
    /// The preview in social networks.
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
    /// The clicks counted by the service that the link was imported from; nil for none.
    package var importedClicks: Int?
    /// The hashed password that visitors must enter; nil for none.
    package var password: PasswordHash?
    /// The treatment of a path after the slug.
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
  /// The largest number of imported clicks.
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
