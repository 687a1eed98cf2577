import AppAssociation
import Testing

@Test func `writes the tag in Safari's format`() {
  let banner = SmartAppBanner(
    appStoreID: "400435286", argument: "https://asajikan.jp/topics/")
  #expect(
    banner.metaTag
      == "<meta name=\"apple-itunes-app\" content=\"app-id=400435286, "
      + "app-argument=https://asajikan.jp/topics/\">")
}

@Test func `offers an App Clip beside the app`() {
  let banner = SmartAppBanner(
    appStoreID: "1", argument: nil, clipBundleID: "com.example.Clip", displaysClipCard: true)
  #expect(
    banner.metaTag
      == "<meta name=\"apple-itunes-app\" content=\"app-id=1, "
      + "app-clip-bundle-id=com.example.Clip, app-clip-display=card\">")
}

@Test func `escapes arguments that would add a parameter or leave the attribute`() {
  let banner = SmartAppBanner(
    appStoreID: "1", argument: "https://a/?x=1, app-id=2\">&<b>'\n\u{e9}")
  #expect(
    banner.metaTag
      == "<meta name=\"apple-itunes-app\" content=\"app-id=1, "
      + "app-argument=https://a/?x=1%2C%20app-id=2%22&gt;&amp;&lt;b&gt;&#39;%0A%C3%A9\">")
}
