extension ShortLink {
  /// The fields that most links do without.
  package struct Rare: Equatable, Sendable {
    /// For people.
    package var name: String?
    package var tags: [String] = []
    /// Other destinations for some visitors; the first whose condition holds decides.
    package var rules: [LinkRule] = []
    package var apple = Apple()
    package var android = Android()
    package var desktop = Desktop()
    package var social = Social()
    package var campaign = Campaign()
    /// Before this time nobody finds the link.
    package var notBefore: Timestamp?
    /// From this time on the link is gone.
    package var expires: Timestamp?
    /// Where a link leads that is gone; nil for a page that says so.
    package var expiredURL: String?
    /// After so many clicks of people the link is gone; 1 or more.
    package var maxClicks: Int?
    /// Clicks that were counted where the link lived before.
    package var importedClicks: Int?
    package var password: PasswordHash?
    /// What becomes of a path behind the slug.
    package var path = PathMode.refuse
    /// Whose file keeps the link: applying a file changes the links of its own owner alone.
    package var owner: String?
    /// What an import brought along and nothing here knows, so that an export gives it back; sorted
    /// by name, each name once.
    package var extra: [Extra] = []

    package init() {}
  }
}

// MARK: - As if they were the link's own

extension ShortLink {
  @usableFromInline static let plain = Rare()

  /// Inlined, so that the key path of a call comes to naming the property.
  @inlinable
  package subscript<Value>(dynamicMember path: WritableKeyPath<Rare, Value>) -> Value {
    @inline(__always)
    get { box.isEmpty ? Self.plain[keyPath: path] : box[0][keyPath: path] }
    @inline(__always)
    set { rare[keyPath: path] = newValue }
  }

  /// Whether neither time nor counts, passwords, pages and rules decide a visit.
  ///
  /// Here, and not where it is asked: other modules read each rare field through a key path.
  package var isUnconditional: Bool {
    guard !archived else { return false }
    guard let rare = box.first else { return true }
    return rare.notBefore == nil && rare.expires == nil && rare.maxClicks == nil
      && rare.password == nil && rare.rules.isEmpty && rare.social.isEmpty
      && rare.desktop.fallback == nil
  }

  /// Whether a system has an address of its own: for iPhones and iPads, and for Android.
  package var differsBySystem: (apple: Bool, android: Bool) {
    guard let rare = box.first else { return (false, false) }
    return (rare.apple.namesStoreOrFallback, rare.android != Android())
  }
}
