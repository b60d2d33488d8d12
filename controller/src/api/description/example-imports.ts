import type { ToldOperations } from './told.ts'

const left = {
  what: 'docker monitor',
  name: 'Database container',
  at: 'monitor 2',
  outcome: 'notCarried',
  id: null,
  reason:
    "It asks the machine's Docker, which agents cannot: watch what the container serves instead.",
  warnings: [],
  type: null,
  url: null,
  active: null,
}

const contactIds = ['ctc_4fTq1Zb7Kx0Pq2Lr9sWd']
const exported = {
  id: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd',
  type: 'web',
  url: 'https://shop.example.com/',
  name: 'Shop',
  active: true,
  intervalMinutes: 5,
  alerts: { contactIds },
  settings: { auth: { kind: 'basic', username: 'monitor', password: '***' } },
  secretsLeftOut: ['settings.auth.password'],
}

/** What is told of imports and exports. */
export const IMPORT_EXAMPLES: ToldOperations = {
  importFile: {
    answer: {
      rows: [{ at: 'monitor 1' }, left],
      summary: { total: 2, outcomes: { notCarried: 1 } },
    },
  },
  exportWorkspace: {
    answer: {
      contacts: [{ id: contactIds[0], name: 'On call', email: 'oncall@example.com' }],
      monitors: [exported],
    },
  },
}
