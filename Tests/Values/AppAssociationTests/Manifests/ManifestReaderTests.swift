import AppAssociation
import Testing

struct ManifestReaderTests {
  private func read(
    _ filter: String, hosts: Set<String>? = nil
  ) throws -> (elements: [String], faults: [String]) {
    let manifest = """
      <?xml version="1.0" encoding="utf-8"?>
      <manifest xmlns:a="http://schemas.android.com/apk/res/android"><application><activity>
      \(filter)</activity></application></manifest>
      """
    let read = try ManifestReader(Array(manifest.utf8), hosts: hosts)
    return (read.elements.map(\.description), read.faults)
  }

  private let usual = """
    <action a:name="android.intent.action.VIEW"/><category a:name="android.intent.category.DEFAULT"/>
    <category a:name="android.intent.category.BROWSABLE"/>
    """

  @Test func `hosts and paths of a filter combine crosswise, wherever they stand`() throws {
    let found = try read(
      """
      <intent-filter a:autoVerify="true">\(usual)
      <data a:scheme="https" a:host="One.example" a:pathPrefix="/a"/>
      <data a:host="*.two.example"/><data a:pathPattern="/b\\\\..*"/></intent-filter>
      <intent-filter><action a:name="x"/><data a:scheme="shop" a:host="home"/></intent-filter>
      """)
    #expect(
      found.elements == [
        "one.example: pathPrefix '/a'", #"one.example: pathPattern '/b\..*'"#,
        "*.two.example: pathPrefix '/a'", #"*.two.example: pathPattern '/b\..*'"#,
      ])
    #expect(found.faults.isEmpty)
  }

  @Test func `a filter that opens nothing by itself is named`() throws {
    let found = try read(
      """
      <intent-filter><action a:name="android.intent.action.VIEW"/>
      <data a:scheme="http" a:host="one.example" a:port="81"/>
      <data a:path="/a"/><uri-relative-filter-group><data a:query="q=1"/></uri-relative-filter-group>
      </intent-filter>
      """)
    #expect(found.elements == ["one.example:81: path '/a'"])
    #expect(
      found.faults == [
        "the filter of one.example:81 is not verified: expected android:autoVerify=\"true\"",
        "the filter of one.example:81 lacks android.intent.category.DEFAULT, "
          + "android.intent.category.BROWSABLE",
        "the filter of one.example:81 is for http alone: expected android:scheme=\"https\"",
        "the filter of one.example:81 has a <uri-relative-filter-group> with more than a path, "
          + "which is not compared",
      ])
  }

  @Test func `of groups the first that matches decides`() throws {
    let found = try read(
      """
      <intent-filter a:autoVerify="true">\(usual)<data a:scheme="https" a:host="one.example"/>
      <data a:path="/outside"/><uri-relative-filter-group/>
      <uri-relative-filter-group><data a:path="/a/first"/></uri-relative-filter-group>
      <uri-relative-filter-group a:allow="false"><data a:path="/a/help"/></uri-relative-filter-group>
      <uri-relative-filter-group a:allow="false">
        <data a:pathPrefix="/a/"/><data a:pathSuffix=".qr"/></uri-relative-filter-group>
      <uri-relative-filter-group><data a:pathPrefix="/a/"/></uri-relative-filter-group>
      <uri-relative-filter-group><data a:path="/b"/></uri-relative-filter-group></intent-filter>
      """)
    #expect(
      found.elements == [
        "one.example: path '/outside'", "one.example: path '/a/first'",
        "one.example: pathPrefix '/a/' but not path '/a/help' but not pathPrefix '/a/' with "
          + "pathSuffix '.qr'", "one.example: path '/b'",
      ])
    #expect(found.faults.isEmpty)
  }

  @Test func `filters that the app has for itself do not matter, other ones do`() throws {
    let text = """
      <!-- <intent-filter><data a:scheme="https" a:host="comment.example"/></intent-filter> -->
      <activity-alias><intent-filter a:autoVerify="true">\(usual)
      <data a:scheme="https"/><data a:host="one.example"/><data a:path="/a"/>
      </intent-filter></activity-alias><![CDATA[<intent-filter>]]>
      <intent-filter>\(usual)<data a:scheme="https" a:host="foreign.example"/></intent-filter>
      <intent-filter>\(usual)<data a:scheme="https" a:host="one.example" a:path="/b"/></intent-filter>
      """
    let found = try read(text, hosts: ["one.example"])
    // What an app has verified once opens from each of its filters.
    #expect(found.elements == ["one.example: path '/a'", "one.example: path '/b'"])
    #expect(found.faults.isEmpty)
    #expect(
      try read(text).faults == [
        "the filter of foreign.example is not verified: expected android:autoVerify=\"true\""
      ])
  }

  @Test(arguments: [
    (
      #"<data a:scheme="shop"/>"#,
      "the filter of one.example has the scheme 'shop', too: Android only verifies filters for the web"
        + " alone"
    ),
    (
      #"<data a:mimeType="text/html"/>"#,
      "the filter of one.example has android:mimeType, which links do not have"
    ),
    (
      #"<data a:path="@string/path"/>"#,
      "the filter of one.example has '@string/path', which the build fills in: expected the merged "
        + "manifest, below build/intermediates/merged_manifests"
    ),
  ])
  func `what keeps a filter from links is named`(_ data: String, _ fault: String) throws {
    let found = try read(
      """
      <intent-filter a:autoVerify="true">\(usual)<data a:scheme="https" a:host="one.example"/>
      \(data)</intent-filter>
      """)
    #expect(found.faults == [fault])
  }

  @Test func `a compiled manifest is named as such`() {
    #expect {
      try ManifestReader([0x03, 0x00, 0x08, 0x00])
    } throws: {
      ($0 as? XMLReader.Failure)?.message.hasPrefix("it is compiled") == true
    }
  }
}
