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

  package var english: String { sentence.english }
  package var japanese: String { sentence.japanese }

  private var sentence: Sentence {
    switch self {
    case .mismatch(let found, let expected):
      Sentence(
        "found \(found.rawValue): expected \(expected.sentence.english)",
        "\(found.japanese)ではなく\(expected.sentence.japanese)を入力してください")
    case .outOfRange(let text, let range):
      Sentence(
        "\(text) is out of range: expected a whole number from \(range.lowerBound) to "
          + "\(range.upperBound)",
        "\(text) は範囲外です。\(range.lowerBound) から \(range.upperBound) までの整数を入力してください")
    case .missing(let name, let hint?):
      Sentence("'\(name)' is missing: \(hint.english)", "「\(name)」がありません。\(hint.japanese)")
    case .missing(let name, nil):
      Sentence("'\(name)' is missing: expected it here", "「\(name)」がありません")
    case .repeatedName:
      Sentence("this name is already used in the object: expected it once", "名前が重複しています")
    case .unknownName(let nearest?, _):
      Sentence(
        "unknown key: did you mean '\(nearest)'?", "この名前の項目はありません。「\(nearest)」のことですか？")
    case .unknownName(nil, let known):
      Sentence(
        "unknown key: expected one of \(known.joined(separator: ", "))",
        "この名前の項目はありません。使えるのは \(known.joined(separator: ", ")) です")
    case .moreUnknownNames(let count):
      Sentence("and \(count) more unknown keys", "ほかに \(count) 個の不明な項目があります")
    case .moreProblems(let count):
      Sentence("and \(count) more problems", "ほかに \(count) 件の問題があります")
    }
  }
}

extension ValueFault.Expectation {
  fileprivate var sentence: Sentence {
    switch self {
    case .string: Sentence("a string", "文字列")
    case .flag: Sentence("true or false", "真偽値")
    case .wholeNumber: Sentence("a whole number", "整数")
    case .array: Sentence("an array", "配列")
    case .object: Sentence("an object", "オブジェクト")
    case .objectWith(let name):
      Sentence("an object such as {\"\(name)\": …}", "{\"\(name)\": …} のようなオブジェクト")
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
