/** A server on a port of its own which answers 200 until it is broken, for good. */
export interface CauseTarget {
  readonly port: number
  readonly break: () => Promise<void>
}
