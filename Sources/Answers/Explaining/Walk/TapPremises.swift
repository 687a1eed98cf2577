import Links
import SiteModel

/// The inputs of an explanation: the configuration, the time, the tap, and the links of a store.
struct TapPremises {
  let snapshot: ServiceSnapshot
  let now: Timestamp
  let context: TapContext
  let links: LinkNotebook
}
