/** A trace as the API tells it. */
export interface TracedPath {
  /** Address it was traced to; null: the name was not resolved. */
  readonly target: string | null
  readonly reached: boolean
  readonly text: string
  readonly hops: readonly Hop[]
}

interface Hop {
  readonly hop: number
  /** null: nobody answered. */
  readonly ip: string | null
  readonly hostname: string | null
  readonly avgMs: number | null
  readonly lossPercent: number
}

/** A stretch of a path: the agent, a router, several that keep silent, the target, or where it ends. */
export interface TraceStep {
  readonly kind: 'start' | 'hop' | 'silent' | 'target' | 'end'
  /** Hops that it stands for; null at the start and at an end. */
  readonly hops: readonly [first: number, last: number] | null
  readonly title: string
  readonly detail: string | null
  readonly ms: number | null
  /** 0 to 1 of the slowest step. */
  readonly share: number
}

const FEW_LOST = 1

function hopStep({ hop, ip, hostname, avgMs, lossPercent }: Hop, isTarget: boolean, most: number) {
  const lost = lossPercent >= FEW_LOST ? `${Math.round(lossPercent)} % lost` : null
  return {
    kind: isTarget ? ('target' as const) : ('hop' as const),
    hops: [hop, hop] as const,
    title: hostname ?? ip ?? '',
    detail:
      [hostname === null ? null : ip, lost].filter((part) => part !== null).join(', ') || null,
    ms: avgMs,
    share: avgMs === null || most === 0 ? 0 : avgMs / most,
  }
}

const silentStep = (first: number, last: number): TraceStep => ({
  kind: 'silent',
  hops: [first, last],
  title:
    first === last
      ? 'One router that keeps silent'
      : `${last - first + 1} routers that keep silent`,
  detail: null,
  ms: null,
  share: 0,
})

/** The path in the order packets take it. Silence behind the last answer is where it ends, not a stretch of it. Pure.
 *  @param region where it was traced from */
export function traceSteps(path: TracedPath, region: string): TraceStep[] {
  const lastAnswer = path.hops.findLastIndex(({ ip }) => ip !== null)
  const known = path.hops.slice(0, lastAnswer + 1)
  const most = Math.max(0, ...known.map(({ avgMs }) => avgMs ?? 0))
  const steps: TraceStep[] = [
    { kind: 'start', hops: null, title: `Agent in ${region}`, detail: null, ms: null, share: 0 },
  ]
  for (const [index, hop] of known.entries()) {
    const before = steps.at(-1)
    if (hop.ip !== null) steps.push(hopStep(hop, path.reached && index === lastAnswer, most))
    else if (before?.kind === 'silent' && before.hops !== null) {
      steps[steps.length - 1] = silentStep(before.hops[0], hop.hop)
    } else steps.push(silentStep(hop.hop, hop.hop))
  }
  if (path.reached) return steps
  const after = known.at(-1)
  const title =
    after === undefined ? 'Nothing answers on the way' : `It ends behind hop ${after.hop}`
  const detail = path.target === null ? path.text : `${path.target} was not reached. ${path.text}`
  return [...steps, { kind: 'end', hops: null, title, detail, ms: null, share: 0 }]
}
