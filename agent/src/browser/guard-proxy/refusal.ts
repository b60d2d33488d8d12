/** Why a target was not reached. */
export interface Refusal {
  /** One sentence for people. */
  readonly message: string
  /** The guard forbids its addresses. */
  readonly isBlocked: boolean
  /** The agent, or its name servers, could not try it. */
  readonly isAgentFault?: boolean
}
