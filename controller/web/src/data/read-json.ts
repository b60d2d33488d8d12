import { closedDirections } from '@sightline/shared/closed-directions'

const MARKS = /[\u202a-\u202e\u2066-\u2069]/

/** What is asked for by its name again, or sent back as it is. */
const AS_WRITTEN = new Set(['tags', 'settings'])

/** What the API answered, with texts that may stand among others: a name with a mark that turns the direction of writing
 *  would turn all that is written after it.
 *  @throws SyntaxError for what is no JSON */
export function readJson(text: string): unknown {
  const answer: unknown = JSON.parse(text)
  // Hardly any answer holds one.
  return MARKS.test(text) ? closed(answer) : answer
}

function closed(value: unknown): unknown {
  if (typeof value === 'string') return closedDirections(value)
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    AS_WRITTEN.has(name) ? (each as unknown) : closed(each),
  ])
  return Object.fromEntries(entries) as unknown
}
