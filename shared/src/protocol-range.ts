/** Versions of the protocol that somebody speaks, from the lowest to the highest. */
export interface ProtocolRange {
  readonly lowest: number
  readonly highest: number
}

/** What two sides speak with each other, or why they cannot: a sentence that says which has to be updated. */
export type Agreement =
  | { readonly version: number }
  | { readonly version: null; readonly problem: string }

const rangeText = ({ lowest, highest }: ProtocolRange): string =>
  lowest === highest ? `protocol ${lowest}` : `protocols ${lowest} to ${highest}`

/** Agrees on the highest version that both speak. */
export function agreeOnProtocol(agent: ProtocolRange, controller: ProtocolRange): Agreement {
  const version = Math.min(agent.highest, controller.highest)
  if (version >= agent.lowest && version >= controller.lowest) return { version }
  const older = agent.highest < controller.lowest ? 'agent' : 'controller'
  return {
    version: null,
    problem: `the agent speaks ${rangeText(agent)}, the controller speaks ${rangeText(controller)}: update the ${older}`,
  }
}
