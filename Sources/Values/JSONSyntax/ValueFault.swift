/// A fault of a value in a document, independent of the document's subject.
package enum ValueFault: Wording {
  case mismatch(found: JSONValue.Kind, expected: Expectation)
  case outOfRange(String, ClosedRange<Int>)
  /// A member is missing; the hint says how to fix it and may be nil.
  case missing(String, hint: Sentence?)
  case repeatedName
  case unknownName(nearest: String?, known: [String])
  case moreUnknownNames(Int)
  case moreProblems(Int)

  package enum Expectation: Sendable {
    case string, flag, wholeNumber, array, object
    /// An object that has, for example, a member with this name.
    case objectWith(String)
  }

  package var english: String {
    switch self {
    case .mismatch(let found, let expected):
      "found \(found.rawValue): expected \(expected.english)"
    case .outOfRange(let text, let range):
      "\(text) is out of range: expected a whole number from \(range.lowerBound) to "
        + "\(range.upperBound)"
    case .missing(let name, let hint):
      "'\(name)' is missing: " + (hint?.english ?? "expected it here")
    case .repeatedName: "this name is already used in the object: expected it once"
    case .unknownName(let nearest, let known):
      "unknown key: "
        + (nearest.map { "did you mean '\($0)'?" }
          ?? "expected one of \(known.joined(separator: ", "))")
    case .moreUnknownNames(let count): "and \(count) more unknown keys"
    case .moreProblems(let count): "and \(count) more problems"
    }
  }

  package var japanese: String {
    switch self {
    case .mismatch(let found, let expected):
      "\(found.japanese)ではなく\(expected.japanese)を入力してください"
    case .outOfRange(let text, let range):
      "\(text) は範囲外です。\(range.lowerBound) から \(range.upperBound) までの整数を入力してください"
    case .missing(let name, let hint):
      "「\(name)」がありません" + (hint.map { "。\($0.text(in: .japanese))" } ?? "")
    case .repeatedName: "名前が重複しています"
    case .unknownName(let nearest, let known):
      "この名前の項目はありません。"
        + (nearest.map { "「\($0)」のことですか？" }
          ?? "使えるのは \(known.joined(separator: ", ")) です")
    case .moreUnknownNames(let count): "ほかに \(count) 個の不明な項目があります"
    case .moreProblems(let count): "ほかに \(count) 件の問題があります"
    }
  }
}

extension ValueFault.Expectation {
  fileprivate var english: String {
    switch self {
    case .string: "a string"
    case .flag: "true or false"
    case .wholeNumber: "a whole number"
    case .array: "an array"
    case .object: "an object"
    case .objectWith(let name): "an object such as {\"\(name)\": …}"
    }
  }

  fileprivate var japanese: String {
    switch self {
    case .string: "文字列"
    case .flag: "真偽値"
    case .wholeNumber: "整数"
    case .array: "配列"
    case .object: "オブジェクト"
    case .objectWith(let name): "{\"\(name)\": …} のようなオブジェクト"
    }
  }
}

extension JSONValue.Kind {
  fileprivate var japanese: String {
    switch self {
    case .null: "空の値"
    case .bool: "真偽値"
    case .number: "数値"
    case .string: "文字列"
    case .array: "配列"
    case .object: "オブジェクト"
    }
  }
}
