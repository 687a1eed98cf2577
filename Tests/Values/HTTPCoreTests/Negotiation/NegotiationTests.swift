import Testing

@testable import HTTPCore

private func fields(_ name: String, _ values: [String]) -> HTTPFields {
  var fields = HTTPFields()
  for value in values {
    if let field = HTTPField(name, value) { fields.append(field) }
  }
  return fields
}

@Test(
  arguments: [
    ([], false), ([""], false), (["gzip"], true), (["GZIP"], true), (["x-gzip"], true),
    (["br, deflate,gzip"], true), (["deflate", "gzip"], true), (["gzipped"], false),
    (["gzip;q=0"], false), (["gzip;q=0.5, identity;q=0.4"], true),
    (["gzip;q=0.4, identity;q=0.5"], false), (["gzip ; Q=0.001 ,br"], true), (["*"], true),
    (["*;q=0"], false), (["*;q=0, gzip"], true), (["gzip;q=0, *"], false), (["identity"], false),
    (["gzip;level=9;q=0"], false), (["gzip;level=9"], true), (["gzip;q=0;q=1"], false),
    (["gzip;q=1.1"], true), (["gzip;q=2"], false), (["gzip;q="], false), (["gzip;q=0.1x"], false),
    ([",, ;q=1 ,"], false), (["gzip;,br"], true), ([";gzip"], false), (["gzip;q=0.0001"], false),
  ] as [([String], Bool)])
func `evaluates the preferences of Accept-Encoding`(_ values: [String], _ expected: Bool) {
  #expect(AcceptEncoding.prefersGzip(fields("Accept-Encoding", values)) == expected)
}

@Test(arguments: [
  (#""abcdefgh-1""#, true, true), (#"W/"abcdefgh-1""#, true, false),
  (#""x", "abcdefgh-1""#, true, true), (#",, "x"\#t,"abcdefgh-1" ,"#, true, true),
  (#"W/"x", W/"abcdefgh-1""#, true, false), (#"W/"abcdefgh-1", "abcdefgh-1""#, true, true),
  (#""a,b", "abcdefgh-1""#, true, true), ("*", true, true),
  (#""abcdefgh-2""#, false, false), (#""abcdefgh-1"#, false, false),
  (#"abcdefgh-1"#, false, false), (#""abcdefgh-1 ""#, false, false), (#""""#, false, false),
  (#""ABCDEFGH-1""#, false, false), (#"w/"abcdefgh-1""#, false, false),
  (#"W/ "abcdefgh-1""#, false, false), (#"W/abcdefgh-1"#, false, false), ("", false, false),
  (#""x""abcdefgh-1""#, false, false), (#"x, "abcdefgh-1""#, false, false),
  (#""x", *"#, false, false), (#"W/*"#, false, false), (#"**"#, false, false),
])
func `finds an entity tag in a list`(_ value: String, _ isWeakly: Bool, _ isStrongly: Bool) {
  let tag = Array(#""abcdefgh-1""#.utf8)
  let bytes = Array(value.utf8)
  let weakly = EntityTag.matches(bytes.span, tag: tag, .weak)
  let strongly = EntityTag.matches(bytes.span, tag: tag, .strong)
  #expect(weakly == isWeakly)
  #expect(strongly == isStrongly)
  let isAny = EntityTag.matches(bytes.span, tag: nil, .weak)
  #expect(isAny == (value == "*"))
}

@Test func `treats browsers' exact values like equivalent ones`() {
  let values = ["gzip, deflate, br, zstd", "gzip, deflate, br", "gzip, deflate", "gzip"]
  for value in values {
    #expect(AcceptEncoding.prefersGzip(fields("Accept-Encoding", [value])))
    #expect(AcceptEncoding.prefersGzip(fields("Accept-Encoding", [value + ",x"])))
    #expect(!AcceptEncoding.prefersGzip(fields("Accept-Encoding", [value, "gzip;q=0"])))
  }
}
