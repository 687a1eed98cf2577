extension ShortLink {
  /// The fields that most links do without.
  package struct Rare: Equatable, Sendable {
    /// For people.
    package var name: String?
    package var tags: [String] = []
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
    package var password: PasswordHash?
    /// What an import brought along and nothing here knows, so that an export gives it back; sorted
    /// by name, each name once.
    package var extra: [Extra] = []

    package init() {}
  }
}

// MARK: - As if they were the link's own

extension ShortLink {
  package var name: String? {
    get { box.first?.name }
    set { rare.name = newValue }
  }

  package var tags: [String] {
    get { box.first?.tags ?? [] }
    set { rare.tags = newValue }
  }

  package var apple: Apple {
    get { box.first?.apple ?? Apple() }
    set { rare.apple = newValue }
  }

  package var android: Android {
    get { box.first?.android ?? Android() }
    set { rare.android = newValue }
  }

  package var desktop: Desktop {
    get { box.first?.desktop ?? Desktop() }
    set { rare.desktop = newValue }
  }

  package var social: Social {
    get { box.first?.social ?? Social() }
    set { rare.social = newValue }
  }

  package var campaign: Campaign {
    get { box.first?.campaign ?? Campaign() }
    set { rare.campaign = newValue }
  }

  package var notBefore: Timestamp? {
    get { box.first?.notBefore }
    set { rare.notBefore = newValue }
  }

  package var expires: Timestamp? {
    get { box.first?.expires }
    set { rare.expires = newValue }
  }

  package var expiredURL: String? {
    get { box.first?.expiredURL }
    set { rare.expiredURL = newValue }
  }

  package var maxClicks: Int? {
    get { box.first?.maxClicks }
    set { rare.maxClicks = newValue }
  }

  package var password: PasswordHash? {
    get { box.first?.password }
    set { rare.password = newValue }
  }

  package var extra: [Extra] {
    get { box.first?.extra ?? [] }
    set { rare.extra = newValue }
  }
}
