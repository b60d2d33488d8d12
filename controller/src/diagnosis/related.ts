import type { Analysis } from './analysis.ts'
import type { DiagnosisFacts } from './facts.ts'
import type { Kinship } from './kinship.ts'
import { kinship } from './kinship.ts'

const MAX_RELATED = 20

const REASONS = {
  parent: (name) => `This monitor depends on "${name}", which is down too.`,
  sameHost: (name) => `"${name}" checks the same host and went down at the same time.`,
  sameAddress: (name) => `"${name}" is at the same address and went down at the same time.`,
  sameNetwork: (name) => `"${name}" is in the same network and went down at the same time.`,
} as const satisfies Record<Kinship, (name: string) => string>

/** Other monitors that are down at the same time and have something in common with this one. */
export function relatedMonitors(facts: DiagnosisFacts): Analysis['related'] {
  return facts.neighbours
    .flatMap((neighbour) => {
      const how = kinship(facts, neighbour)
      const { publicId, name } = neighbour
      return how === null ? [] : [{ monitorId: publicId, reason: REASONS[how](name) }]
    })
    .slice(0, MAX_RELATED)
}
