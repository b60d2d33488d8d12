import { ApplyAnswer, ApplyStep } from '../schemas/apply.ts'
import { UsageObject } from '../schemas/answers.ts'
import { WorkspaceExport } from '../schemas/export.ts'
import { ImportAnswer, ImportRowObject } from '../schemas/import.ts'
import { exampleOf } from './compose.ts'
import { MONITOR_ID } from './example-monitors.ts'

const usage = exampleOf(UsageObject, { used: 18 })

const made = exampleOf(ImportRowObject, { at: 'monitor 1', id: MONITOR_ID })
const left = exampleOf(ImportRowObject, {
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
})

const none = { toMake: 0, made: 0, duplicate: 0, refused: 0, notCarried: 0 }

const imported = exampleOf(ImportAnswer, {
  rows: [made, left],
  summary: {
    total: 2,
    outcomes: { ...none, made: 1, notCarried: 1 },
    byKind: {
      monitor: { ...none, made: 1 },
      contact: none,
      team: none,
      maintenance: none,
      crawlSchedule: none,
      statusPage: none,
    },
    placesFree: 38,
    withWarnings: 1,
  },
  usage,
})

const exported = exampleOf(WorkspaceExport, {
  contacts: [{ id: 'ctc_4fTq1Zb7Kx0Pq2Lr9sWd', name: 'On call', email: 'oncall@example.com' }],
  monitors: [
    {
      id: MONITOR_ID,
      type: 'web',
      url: 'https://shop.example.com/',
      name: 'Shop',
      active: true,
      intervalMinutes: 5,
      alerts: { contactIds: ['ctc_4fTq1Zb7Kx0Pq2Lr9sWd'] },
      settings: { auth: { kind: 'basic', username: 'monitor', password: '***' } },
      secretsLeftOut: ['settings.auth.password'],
    },
  ],
})

const applied = exampleOf(ApplyAnswer, {
  steps: [exampleOf(ApplyStep, { shownOnce: null })],
  left: [],
  warnings: [],
  usage,
})

/** Whole answers of imports and exports, by operation. */
export const IMPORT_EXAMPLES = {
  applyDocument: { answers: { 200: { example: applied } } },
  importFile: { answers: { 200: { example: imported } } },
  exportWorkspace: { answers: { 200: { example: exported } } },
}
