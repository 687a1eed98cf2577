import AppAssociation
import Testing

struct ManifestReaderTests {
  private func read(_ filter: String) throws -> (elements: [String], faults: [String]) {
    let manifest = """
      <?xml version="1.0" encoding="utf-8"?>
      <manifest xmlns:a="http://schemas.android.com/apk/res/android"><application><activity>
      \(filter)</activity></application></manifest>
      """
    let read = try ManifestReader(Array(manifest.utf8))
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
      <uri-relative-filter-group a:allow="false"><data a:pathPrefix="/no"/></uri-relative-filter-group>
      </intent-filter>
      """)
    #expect(found.elements == ["one.example:81: every path"])
    #expect(
      found.faults == [
        "the filter of one.example:81 is not verified: expected android:autoVerify=\"true\"",
        "the filter of one.example:81 lacks android.intent.category.DEFAULT, "
          + "android.intent.category.BROWSABLE",
        "the filter of one.example:81 is for http alone: expected android:scheme=\"https\"",
        "the filter of one.example:81 has a <uri-relative-filter-group>, which is not compared",
      ])
  }

  @Test func `a compiled manifest is named as such`() {
    #expect {
      try ManifestReader([0x03, 0x00, 0x08, 0x00])
    } throws: {
      ($0 as? ManifestReader.Failure)?.message.hasPrefix("it is compiled") == true
    }
  }
}
