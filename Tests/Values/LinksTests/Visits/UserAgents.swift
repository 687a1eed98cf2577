/// User agents of browsers, shortened if nothing depends on the rest.
enum UserAgents {
  private static let iOS =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"
  private static let gecko = "(KHTML, like Gecko)"
  private static let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15"
  private static let pixel = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36"

  static let iPhoneSafari = "\(iOS) \(gecko) Version/17.5 Mobile/15E148 Safari/604.1"
  static let iPhoneChrome = "\(iOS) \(gecko) CriOS/125.0.6422.80 Mobile/15E148 Safari/604.1"
  static let iPhoneFirefox = "\(iOS) \(gecko) FxiOS/126.0 Mobile/15E148 Safari/605.1.15"
  static let iPhoneInstagram = "\(iOS) \(gecko) Mobile/21F79 Instagram 333.0.0.29.91 (iPhone15,2)"
  static let iPhoneFacebook = "\(iOS) \(gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/465.0;FBBV/1]"
  static let iPhoneLine = "\(iOS) \(gecko) Mobile/15E148 Safari Line/14.7.1"
  static let iPhoneWebView = "\(iOS) \(gecko) Mobile/15E148"
  static let iPhoneGoogleApp = "\(iOS) \(gecko) GSA/319.0 Mobile/15E148 Safari/604.1"
  static let iPad =
    "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 \(gecko) "
    + "Version/12.1.2 Mobile/15E148 Safari/604.1"
  static let iPadAsMac = "\(mac) \(gecko) Version/17.5 Safari/605.1.15"
  static let iPadChromeAsMac = "\(mac) \(gecko) CriOS/125 Version/11.1.1 Safari/605.1.15"
  static let iPadFacebookAsMac = "\(mac) \(gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/465.0]"
  static let androidChrome = "\(pixel) \(gecko) Chrome/125.0.0.0 Mobile Safari/537.36"
  static let androidWebView =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 \(gecko) Version/4.0 "
    + "Chrome/125.0.0.0 Mobile Safari/537.36"
  static let androidTikTok = androidWebView + " trill_340 BytedanceWebview/d8a21c6"
  static let androidWeChat = androidWebView + " MicroMessenger/8.0.49"
  static let androidSamsung =
    "\(pixel) \(gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36"
  static let androidFirefox = "Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0"
  static let androidEdge = androidChrome + " EdgA/124.0.0.0"
  static let cubot =
    "Mozilla/5.0 (Linux; Android 9; CUBOT) AppleWebKit/537.36 \(gecko) Chrome/90 Mobile Safari/537.36"
  static let windows =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 \(gecko) Chrome/125.0.0.0 "
    + "Safari/537.36"
  static let windowsEdge = windows + " Edg/125.0.0.0"
  static let windowsPhone =
    "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) Edge/15.15063"
  static let linuxFirefox = "Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0"
  static let chromeOS =
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 \(gecko) Chrome/125 Safari/537.36"
  static let facebookBot =
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"
  static let messagesPreview =
    "\(mac) \(gecko) Version/9.0.1 Safari/601.2.4 "
    + "facebookexternalhit/1.1 Facebot Twitterbot/1.0"
  static let slackBot = "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"
  static let pinterestBot = "Pinterest/0.2 (+https://www.pinterest.com/bot.html)"
  static let googlebot =
    "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 \(gecko) Chrome/125 Mobile "
    + "Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
}
