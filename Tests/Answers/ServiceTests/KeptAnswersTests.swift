import LinkStorage
import Service
import Testing

@Suite struct KeptAnswersTests {
  @Test func `the oldest give way to others, by their size and by their number`() {
    let answers = KeptAnswers(bytes: 64 << 10)
    func forgotten(_ number: Int, bytes: Int) -> [String] {
      let answer = String(repeating: "x", count: bytes)
      return answers.note(answer, to: IdempotencyKey(text: "\(number)", digest: [])).map(\.text)
    }
    for number in 0..<4 { #expect(forgotten(number, bytes: 2) == []) }
    #expect(forgotten(4, bytes: 2) == ["0"])
    #expect(forgotten(5, bytes: 40 << 10) == ["1", "2", "3"])
    #expect(forgotten(6, bytes: 8) == ["4"])
    // Not even itself stays, and its call is not carried out again.
    #expect(forgotten(7, bytes: 70 << 10) == ["5", "6", "7"])
  }
}
