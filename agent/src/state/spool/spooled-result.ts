/** A result as it lies in the spool: a probe.v1.CheckResult without its sequence. */
export interface SpooledResult {
  readonly sequence: bigint
  readonly bytes: Uint8Array
}
