import { counted } from '@sightline/shared/counted'
import type { Case, Rule } from '../case.ts'
import { asTold, isOfLayer } from '../case.ts'

/** What the page is like where the check fails, against a region where it passes. */
function compared(facts: Case): string | null {
  const [here] = facts.evidence('page', 'failing')
  const [there] = facts.evidence('page', 'passing')
  if (here?.found.bytes == null) return null
  if (there?.found.bytes == null) return `the page now has ${counted(here.found.bytes, 'byte')}`
  if (here.found.sha256 === there.found.sha256) {
    return `${there.region} gets the same ${counted(here.found.bytes, 'byte')}`
  }
  return `${here.region} gets ${counted(here.found.bytes, 'byte')} where ${there.region} gets ${there.found.bytes}`
}

/** What the answer holds. */
export const contentRule: Rule = (facts) => {
  if (!isOfLayer(facts, 'content')) return []
  const because = compared(facts)
  return [because === null ? asTold(facts) : asTold(facts, { kinds: ['page'], because })]
}
