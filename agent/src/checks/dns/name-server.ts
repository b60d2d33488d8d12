/** A name server of a zone. */
export interface NameServer {
  readonly name: string
  /** Addresses its parent zone gives along ("glue"); none unless they came with a referral. */
  readonly glue: readonly string[]
}
