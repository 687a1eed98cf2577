package import LinkStorage
import System

extension SQLiteStore {
  package func measures() throws(LinkStoreError) -> StoreMeasures {
    var measures = try readers.read { database throws(LinkStoreError) in
      func rows(_ table: String) throws(LinkStoreError) -> Int {
        try database.first("SELECT count(*) FROM \(table)") { $0.int(0) } ?? 0
      }
      var measures = StoreMeasures()
      measures.hourRows = try rows("clicks") + rows("click_hours")
      measures.dayRows = try rows("click_days")
      measures.launchRows = try rows("launch_days")
      measures.waitingRows = try rows("click_log")
      return measures
    }
    measures.fileBytes = fileSize(path) ?? 0
    measures.logBytes = fileSize(path + "-wal") ?? 0
    activity.add(to: &measures)
    return measures
  }
}
