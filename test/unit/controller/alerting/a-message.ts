import type { AlertMessage } from '../../../../controller/src/alerting/message/alert-message.ts'

/** A message whose user text is as nasty as can be. */
export const NASTY = `*_~\`|<b>&"'</b> [x](http://evil.example) @everyone <!channel> <@U1>`

export function aMessage(fields: Partial<AlertMessage> = {}): AlertMessage {
  return {
    kind: 'down',
    severity: 'critical',
    isResolved: false,
    incidentKey: 'out_1',
    title: 'Shop is down',
    summary: 'Shop has been down for 5 minutes.',
    facts: [{ label: 'Why', value: 'The connection is refused.' }],
    entries: [],
    link: { label: 'Open the monitor', url: 'https://monitor.example.com/monitors/mon_1?a=1&b=2' },
    monitor: { id: 'mon_1', name: 'Shop', url: 'https://shop.example.com/' },
    outageId: 'out_1',
    atMs: Date.parse('2026-03-10T12:00:00.000Z'),
    sinceMs: Date.parse('2026-03-10T11:55:00.000Z'),
    cause: { code: 'connectionRefused', title: 'The connection is refused' },
    reason: 'The connection is refused.',
    regions: ['eu-west'],
    ...fields,
  }
}
