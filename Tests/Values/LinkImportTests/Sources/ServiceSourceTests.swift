import LinkImport
import Links
import Testing

@Test(arguments: [
  "bitly.csv", "bitly.json", "branch.json", "dub.csv", "dub.json", "kutt.json", "rebrandly.json",
  "rebrandly.csv", "rebrandly-title.csv", "shortio.csv", "shortio-words.csv", "shortio.json",
])
func `reads what a service hands out`(_ name: String) throws {
  try ImportedFile(name).expectGolden()
}

@Test(arguments: [
  "shlink.csv", "shlink-own.csv", "shlink.json", "yourls.sql", "yourls-hits.csv", "yourls.json",
])
func `reads what a service hands out without its host`(_ name: String) throws {
  try ImportedFile(name).expectGolden(otherHost: "go.example.com")
}

@Test func `reads a table of YOURLS without names of columns`() throws {
  var reading = ImportReading()
  reading.zone = LocalZone(offset: "+09:00")
  reading.takesClicks = true
  let told = try ImportedFile("yourls.csv").told(
    .yourls, otherHost: "go.example.com", reading: reading)
  #expect(
    told == """
      note: its links answer 301, as those of YOURLS did: --status 302 makes their redirects temporary
      note: in the browsers inside other apps, iPhones get a page before they continue: 'skipPage' sends them on at once, as YOURLS did
      1 taken ozh
        {"host":"go.example.com","slug":"ozh","url":"https://www.example.com/ozh","name":"Ozh & friends","tags":[],"status":301,"query":"drop","skipPage":false,"importedClicks":42,"archived":false,"createdAt":"2020-05-01T03:00:00Z"}
      2 taken q1
        {"host":"go.example.com","slug":"q1","url":"https://www.example.com/q1","tags":[],"status":301,"query":"drop","skipPage":false,"archived":false,"createdAt":"2020-05-02T04:14:15Z"}

      """)
}

@Test func `says that nobody knows the host of a keyword`() throws {
  let told = try ImportedFile("yourls-hits.csv").told()
  #expect(told.hasSuffix("! the row names no host: use --as to give the host of its links\n"))
}
