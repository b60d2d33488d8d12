import type { HopAnswer, RawTrace } from './tracer.ts'

/** Tells this machine's own "host unreachable" from a router's: it says so when nobody in its own network
 *  answers for the target, or for the router that leads there.
 *  @param isOwn whether an address is one of this machine's */
export function seenFromHere(trace: RawTrace, isOwn: (address: string) => boolean): RawTrace {
  const seen = (answer: HopAnswer): HopAnswer =>
    answer.kind === 'refused' && answer.from !== null && isOwn(answer.from)
      ? { kind: 'noNeighbour' }
      : answer
  const hops = trace.hops.map(({ hop, answers }) => ({ hop, answers: answers.map(seen) }))
  return { ...trace, hops }
}
