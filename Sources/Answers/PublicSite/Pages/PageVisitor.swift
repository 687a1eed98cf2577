import Links

/// The kinds of devices that get different pages, as a set.
struct PageVisitor: OptionSet, Sendable {
  let rawValue: UInt8

  /// iPhone and iPad.
  static let apple = PageVisitor(rawValue: 1)
  static let android = PageVisitor(rawValue: 2)
  /// Devices that cannot run apps for phones.
  static let desktop = PageVisitor(rawValue: 4)
  /// A Mac, or an iPad that requests desktop pages; the style sheet decides by the pointer.
  static let unclear = PageVisitor(rawValue: 8)

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(_ agent: UserAgent) {
    self =
      switch agent.platform {
      case .iPhone, .iPad: .apple
      case .android: .android
      case .windows, .linux: .desktop
      case .macOS, .chromeOS, .unknown: .unclear
      }
  }
}
