package import LinkStorage

extension SQLStore where Self: SharedValues {
  package func sharedValues(_ names: [String]) throws(LinkStoreError) -> [String: [UInt8]] {
    try reading { sql throws(Failure) in try sql.sharedValues(names) }
  }

  package func keepShared(_ name: String, _ value: [UInt8]) throws(LinkStoreError) {
    try waitForAnswer {
      writing($0) { sql throws(Failure) in try sql.keepShared(name, value) }
    }
  }

  package func lease(
    _ name: String, owner: String, seconds: Int
  ) throws(LinkStoreError) -> Bool {
    try waitForAnswer {
      // A lease lost in a power failure counts as expired.
      writing(.fleeting, $0) { sql throws(Failure) in
        try sql.lease(name, owner: owner, seconds: seconds)
      }
    }
  }

  package func endLease(_ name: String, owner: String) throws(LinkStoreError) {
    try waitForAnswer {
      writing(.fleeting, $0) { sql throws(Failure) in try sql.endLease(name, owner: owner) }
    }
  }
}
