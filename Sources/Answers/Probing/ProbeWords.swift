import Doctor

/// The paths that are requested.
enum ProbePath {
  static let apple = "/.well-known/apple-app-site-association"
  static let appleRoot = "/apple-app-site-association"
  static let android = "/.well-known/assetlinks.json"
  static let changePassword = "/.well-known/change-password"
  /// W3C, A Well-Known URL for Changing Passwords, section 4.
  static let missing =
    "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"
  static let appleStrays = [
    "/.well-known/apple-app-site-association.json", "/apple-app-site-association.json",
    "/well-known/apple-app-site-association",
  ]
  static let androidStrays = [
    "/assetlinks.json", "/.well-known/assetlinks", "/well-known/assetlinks.json",
  ]
}

/// The `User-Agent` values of those who would ask.
enum ProbeAgent {
  static let apple = FetcherAgent.apple
  static let google = FetcherAgent.google
  static let phone = "swcd (unknown version) CFNetwork/1128.0.1 Darwin/19.6.0"
  static let browser =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    + "Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
  static let android =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    + "Chrome/140.0.0.0 Mobile Safari/537.36"
  static let desktop =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
    + "Safari/537.36"
  static let preview = "facebookexternalhit/1.1"
  static let doctor = "keiro-doctor"
}
