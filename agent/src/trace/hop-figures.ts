import type { TraceHop } from '@sightline/shared/traceroute'
import type { HopAnswer, RawHop } from './tracer.ts'

const MAX_OTHER_IPS = 10

function exactMs(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}

/** The addresses that answered, the most frequent first, the earlier one of equals. */
function addressesOf(answers: readonly HopAnswer[]): string[] {
  const counts = new Map<string, number>()
  for (const answer of answers) {
    if (!('from' in answer) || answer.from === null) continue
    counts.set(answer.from, (counts.get(answer.from) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([address]) => address)
}

/** Figures of one hop; its name is looked up later. */
export function hopFigures(raw: RawHop): TraceHop {
  const { hop, answers } = raw
  const [ip = null, ...others] = addressesOf(answers)
  const times = answers.flatMap((each) => ('ms' in each && each.ms !== null ? [each.ms] : []))
  const silent = answers.filter(({ kind }) => kind === 'silence').length
  const facts = {
    hop,
    ip,
    otherIps: others.slice(0, MAX_OTHER_IPS),
    hostname: null,
    sent: answers.length,
    lossPercent: answers.length === 0 ? 0 : Math.round((1_000 * silent) / answers.length) / 10,
  }
  if (times.length === 0) return { ...facts, minMs: null, avgMs: null, maxMs: null, stDevMs: null }
  const avgMs = times.reduce((sum, ms) => sum + ms, 0) / times.length
  const variance = times.reduce((sum, ms) => sum + (ms - avgMs) ** 2, 0) / times.length
  return {
    ...facts,
    minMs: exactMs(Math.min(...times)),
    avgMs: exactMs(avgMs),
    maxMs: exactMs(Math.max(...times)),
    stDevMs: exactMs(Math.sqrt(variance)),
  }
}
