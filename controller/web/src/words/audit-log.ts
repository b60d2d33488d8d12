/** What people call the things that they change, by the noun of an action. */
export const NOUN_WORDS: Readonly<Record<string, string>> = {
  monitor: 'monitor',
  monitors: 'monitors',
  outage: 'outage',
  maintenance: 'maintenance window',
  contact: 'contact',
  team: 'team',
  statusPage: 'status page',
  crawl: 'crawl',
  audit: 'audit',
  crawlSchedule: 'scheduled crawl',
  agent: 'agent',
  agentToken: 'agent token',
  key: 'API key',
  invitation: 'invitation',
  person: 'person',
  workspace: 'workspace',
}

/** What is not said by the verb and the noun. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  'monitors.changed': 'changed many monitors',
  'monitors.deleted': 'deleted many monitors',
  'outage.noted': 'added a note to the outage',
  'outage.unnoted': 'deleted a note of the outage',
  'maintenance.moved': 'moved an occurrence of the maintenance window',
  'maintenance.cancelled': 'cancelled an occurrence of the maintenance window',
  'statusPage.unsubscribed': 'removed a subscriber of the status page',
  'workspace.imported': 'imported a file',
  'workspace.applied': 'applied a file',
}

/** Pure: what somebody did, as "changed the monitor".
 *  @param action such as "monitor.changed", perhaps of a later version of the API */
export function deedWords(action: string): string {
  const [noun = '', verb = 'changed'] = action.split('.')
  return OWN_WORDS[action] ?? `${verb} the ${NOUN_WORDS[noun] ?? noun}`
}

const MAX_SHOWN = 80

/** Pure: a field that was set, as "intervalMinutes: 5"; only its name where the value is not told. */
export function changeWords(change: { readonly field: string; readonly to?: unknown }): string {
  const { field, to } = change
  if (to === undefined) return field
  const shown = valueWords(to)
  return `${field}: ${shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN - 1)}…` : shown}`
}

function valueWords(value: unknown): string {
  if (value === null) return 'none'
  if (Array.isArray(value)) return value.map(valueWords).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
