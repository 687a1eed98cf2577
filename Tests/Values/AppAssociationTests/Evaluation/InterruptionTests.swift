#if os(Linux)
  import Testing
  import WebSyntax

  @testable import AppAssociation

  @Suite struct InterruptionTests {
    private func matches(_ asks: @escaping () -> Bool) -> Bool {
      let variables = SubstitutionVariables([("letters", ["a", "b"])])
      let nodes = PatternParser.nodes("$(letters)$(letters)$(letters)", variables)
      let text = Array("aba".utf8)
      return Interruption.watch(asks) { Pattern(nodes).matches(text.span) }
    }

    @Test func `ends a comparison by variables when it is due`() {
      var asked = 0
      let ended = matches {
        asked += 1
        return asked > 1
      }
      #expect(!ended && asked == 2)
    }

    @Test func `leaves a comparison alone that is not due`() {
      #expect(matches { false })
    }

    @Test func `gives the outer evaluation its question back`() throws {
      struct Failure: Error {}
      Interruption.watch({ true }) {
        #expect(throws: Failure.self) {
          try Interruption.watch({ false }) {
            #expect(!Interruption.isDue)
            throw Failure()
          }
        }
        #expect(Interruption.isDue)
      }
      #expect(!Interruption.isDue)
    }

    @Test func `belongs to one thread`() async {
      let watching = Interruption.watch({ true }) {
        Task.detached { Interruption.isDue }
      }
      #expect(await watching.value == false)
    }
  }
#endif
