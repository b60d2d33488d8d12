import type { AlertMessage } from './alert-message.ts'
import { oneLine } from './one-line.ts'

/** The subject of a mail. Mails of one outage have the same one but for what is in brackets at its beginning: Gmail, and
 *  all else that goes by RFC 8621, shows mails as one conversation only if their subjects are alike without such marks
 *  (RFC 5256), however they refer to each other. Pure. */
export function subjectOf({
  kind,
  isResolved,
  monitor,
  outageId,
  severity,
  title,
}: AlertMessage): string {
  const state = STATES.get(kind)
  if (state === undefined || outageId === null || monitor === null) return `[Sightline] ${title}`
  // An outage may end without anybody knowing that all is well.
  const word = isResolved && severity !== 'good' ? 'Closed' : state
  return `[Sightline] [${word}] ${oneLine(monitor.name)}`
}

const STATES: ReadonlyMap<AlertMessage['kind'], string> = new Map([
  ['down', 'Down'],
  ['stillDown', 'Still down'],
  ['up', 'Up again'],
])
