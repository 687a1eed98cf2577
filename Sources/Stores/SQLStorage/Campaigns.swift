package import LinkStorage

/// The number of links of a campaign among which one within the reach is looked for.
private let latestOfCampaign = 20

extension SQLStore where Self: ManagedLinks {
  package func newestLinkOfEachCampaign(
    within reach: HostReach, limit: Int
  ) throws(LinkStoreError) -> [StoredLink] {
    // Leaps from campaign to campaign in their index, instead of reading each of its links.
    let dialect = SharedConnection.dialect
    let (campaign, order) = (dialect.campaign, "created_at DESC, id DESC")
    let named = "(SELECT \(campaign) FROM keiro.links WHERE id = newest)"
    var conditions = SQLConditions(dialect)
    let last = conditions.placed("place < #", [.int(limit)])
    conditions.add(reach)
    let query = """
      WITH RECURSIVE campaigns (place, newest) AS (
      SELECT 1, CASE WHEN \(dialect.hasCampaignIndex) THEN
      (SELECT id FROM keiro.links WHERE \(campaign) IS NOT NULL
      ORDER BY \(campaign), \(order) LIMIT 1) END
      UNION ALL SELECT place + 1,
      (SELECT id FROM keiro.links WHERE \(campaign) IS NOT NULL AND \(campaign) > \(named)
      ORDER BY \(campaign), \(order) LIMIT 1)
      FROM campaigns WHERE newest IS NOT NULL AND \(last))
      SELECT \(dialect.linkColumns) FROM (SELECT place,
      (SELECT id FROM (SELECT id, host, created_at FROM keiro.links WHERE \(campaign) = \(named)
      ORDER BY \(order) LIMIT \(latestOfCampaign)) AS latest
      \(conditions.text) ORDER BY \(order) LIMIT 1) AS own
      FROM campaigns WHERE newest IS NOT NULL) AS found
      JOIN keiro.links ON id = own ORDER BY place
      """
    return try reading { [conditions] sql throws(Failure) in
      try sql.rows(query, conditions.values, SharedConnection.link)
    }
  }
}
