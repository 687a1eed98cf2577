/// User agents of browsers, as short as possible.
enum Agents {
  static let windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/125.0 Safari/537.36"
  static let iPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1"
  static let iPad =
    "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Version/12.1.2 Mobile/15E148 Safari/604.1"
  static let instagram =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/21F79 Instagram 333.0"
  static let android =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) (KHTML, like Gecko) Chrome/125.0 Mobile Safari/537.36"
  static let androidFirefox = "Mozilla/5.0 (Android 14; Mobile; rv:126.0) Firefox/126.0"
  static let facebook = "facebookexternalhit/1.1"
  static let google = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
}
