import LinkImport
import Testing

@Test(arguments: ["shlink.csv", "shlink-own.csv", "shlink.json"])
func `reads what Shlink hands out`(_ name: String) throws {
  try ImportedFile(name).expectGolden(otherHost: "go.example.com")
}
