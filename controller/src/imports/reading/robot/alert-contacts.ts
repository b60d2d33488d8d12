import { withDistinctNames } from '../distinct-names.ts'
import type { NotCarried, ReadThing } from '../reading.ts'
import type { Row } from '../values.ts'
import { numberOf, rowsOf, textOf, within } from '../values.ts'

/** Fields of contacts by the kinds of UptimeRobot's, whose value is an address that works here too. */
const FIELDS: Readonly<Record<string, string>> = {
  '2': 'email',
  email: 'email',
  '5': 'webhookUrl',
  webhook: 'webhookUrl',
  '11': 'slackUrl',
  slack: 'slackUrl',
}

const MAX_DELAY_MINUTES = 1_440
const MAX_REPEAT_MINUTES = 10_080

/** What the alert contacts of all monitors become, each once. */
export interface RobotContacts {
  readonly contacts: readonly ReadThing[]
  readonly notCarried: readonly NotCarried[]
}

/** Alert contacts as monitors list them. */
export function convertAlertContacts(monitors: readonly Row[]): RobotContacts {
  const contacts: ReadThing[] = []
  const notCarried: NotCarried[] = []
  const seen = new Set<string>()
  for (const row of monitors.flatMap(alertContactsOf)) {
    const id = textOf(row, 'id') ?? ''
    if (id === '' || seen.has(id)) continue
    seen.add(id)
    const kind = (textOf(row, 'type') ?? '').toLowerCase()
    const value = textOf(row, 'value')
    const name = textOf(row, 'friendly_name', 'friendlyName') ?? value ?? `alert contact ${id}`
    const at = `alert contact ${id}`
    const field = Object.hasOwn(FIELDS, kind) ? FIELDS[kind] : undefined
    if (field !== undefined && value !== null) {
      contacts.push({ ref: at, name, at, body: { name, [field]: value }, warnings: [] })
    } else {
      const reason = 'Where it leads is not in the file, or there is no channel of its kind here.'
      notCarried.push({ what: 'alert contact', name, at, reason })
    }
  }
  return { contacts: withDistinctNames(contacts), notCarried }
}

/** Who is told of a monitor, when, and how often: in minutes there too. */
export function robotAlerts(row: Row, contacts: RobotContacts): Row | undefined {
  const known = new Set(contacts.contacts.map(({ ref }) => ref))
  const own = alertContactsOf(row)
  const contactIds = own
    .map((each) => `alert contact ${textOf(each, 'id')}`)
    .filter((ref) => known.has(ref))
  if (contactIds.length === 0) return undefined
  const delays = own.map((each) => numberOf(each, 'threshold') ?? 0)
  const repeats = own.map((each) => numberOf(each, 'recurrence') ?? 0).filter((each) => each > 0)
  return {
    contactIds: [...new Set(contactIds)],
    delayMinutes: within(Math.trunc(Math.min(...delays)), 0, MAX_DELAY_MINUTES),
    ...(repeats.length === 0
      ? {}
      : { repeatMinutes: within(Math.trunc(Math.min(...repeats)), 1, MAX_REPEAT_MINUTES) }),
  }
}

function alertContactsOf(row: Row): readonly Row[] {
  return rowsOf(row['alert_contacts'] ?? row['assignedAlertContacts']).map((each) =>
    each['id'] === undefined ? { ...each, id: each['alertContactId'] } : each,
  )
}
