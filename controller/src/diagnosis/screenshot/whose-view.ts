import { openCase } from '../case.ts'
import type { DiagnosisFacts } from '../facts.ts'

const MAX_REGIONS = 5

/** Pure: the regions whose view of a page is worth a picture, the one that failed first before the others. None
 *  where there was no page to see: nothing answered, it is no page that a browser would ask for as the monitor does,
 *  or the fault is ours or a neighbour's.
 *  @param settings of the monitor, as they are stored */
export function whoseView(
  facts: DiagnosisFacts,
  settings: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (facts.monitor.type !== 'web' || !isAskedForPlainly(settings)) return []
  if (facts.neighbours.some(({ isParent }) => isParent)) return []
  const { failing, leadingChecks } = openCase(facts)
  const { firstBad } = facts
  const checks = [...(firstBad === null ? [] : [firstBad]), ...leadingChecks, ...failing]
  const answered = checks.filter(({ statusCode }) => statusCode !== null)
  return [...new Set(answered.map(({ region }) => region))].slice(0, MAX_REGIONS)
}

/** A browser that comes without what the monitor sends would be shown another page; and what it sends may be a
 *  secret, which has no business in a browser. */
function isAskedForPlainly(settings: Readonly<Record<string, unknown>>): boolean {
  const { method = 'GET', headers, auth, body = null } = settings
  const { kind = 'none' } = (auth ?? {}) as { readonly kind?: unknown }
  return method === 'GET' && isEmpty(headers) && kind === 'none' && body === null
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || Object.keys(value).length === 0
