import FoundationEssentials
import SQLiteStore
import Testing

private func withFolder(_ body: (String) throws -> Void) throws {
  let folder =
    FileManager.default.temporaryDirectory.path + "/keiro-store-\(UInt64.random(in: 0 ... .max))"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try body(folder)
}

@Test func `makes its file and finds it again`() throws {
  try withFolder { folder in
    try SQLiteStore(path: folder + "/a.db").check()
    try SQLiteStore(path: folder + "/a.db").check()
  }
}

@Test func `names the path that it cannot open`() throws {
  try withFolder { folder in
    #expect {
      _ = try SQLiteStore(path: folder + "/absent/a.db")
    } throws: { error in
      "\(error)" == "open \(folder)/absent/a.db: unable to open database file"
    }
  }
}

@Test func `leaves a file alone that is no database`() throws {
  try withFolder { folder in
    let path = folder + "/a.db"
    let text = Data(String(repeating: "not a database ", count: 100).utf8)
    #expect(FileManager.default.createFile(atPath: path, contents: text))
    #expect(throws: DatabaseError.self) { _ = try SQLiteStore(path: path) }
    #expect(FileManager.default.contents(atPath: path) == text)
  }
}
