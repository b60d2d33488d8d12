import { UsageObject } from '../schemas/answers.ts'
import {
  OutageNote,
  OutageNoteAnswer,
  OutageStoryAnswer,
  OverviewAnswer,
  WorkspaceOutage,
  WorkspaceOutageAnswer,
  WorkspaceOutageList,
} from '../schemas/workspace-outage.ts'
import { exampleOf } from './compose.ts'
import { FINDING_EXAMPLES } from './example-findings.ts'

const usage = exampleOf(UsageObject, { used: 18 })

const outage = exampleOf(WorkspaceOutage, {
  startedAt: '2026-01-31T12:00:00.216Z',
  confirmedAt: '2026-01-31T12:00:02.004Z',
  endedAt: null,
  ongoing: true,
  durationSeconds: 300,
  acknowledged: {
    at: '2026-01-31T12:03:00.000Z',
    by: { id: 'psn_7Hc2Vn9XbQ4mT1yKz8Lp', name: 'Ada' },
  },
})

const note = exampleOf(OutageNote)

/** Why it went down, as of the analysis of a monitor. */
const { verdict, alternatives, regions, evidence, lastGood, firstBad, related, generatedAt } =
  FINDING_EXAMPLES.readAnalysis.answers[200].example
const analysis = {
  verdict,
  alternatives,
  regions,
  evidence,
  lastGood,
  firstBad,
  related,
  generatedAt,
}

/** Monitors of a workspace, by status. */
export const COUNTS = {
  total: 120,
  byStatus: { pending: 0, up: 116, degraded: 1, down: 1, unknown: 0, maintenance: 0, paused: 2 },
}

/** Examples of the outages of a workspace. */
export const OUTAGE_EXAMPLES = {
  readOverview: {
    answers: {
      200: {
        example: exampleOf(OverviewAnswer, {
          monitors: COUNTS,
          uptime: [
            { days: 1, uptime: 99.95, previous: 100 },
            { days: 7, uptime: 99.981, previous: 99.99 },
            { days: 30, uptime: 99.97, previous: null },
          ],
          outages: [outage],
          usage,
        }),
      },
    },
  },
  listOutages: {
    answers: {
      200: {
        example: exampleOf(WorkspaceOutageList, {
          from: '2026-01-01T12:05:00.000Z',
          to: '2026-01-31T12:05:00.000Z',
          outages: [outage],
          usage,
        }),
      },
    },
  },
  readOutage: {
    answers: {
      200: {
        example: exampleOf(OutageStoryAnswer, { outage, analysis, notes: [note], usage }),
      },
    },
  },
  acknowledgeOutage: {
    answers: { 200: { example: exampleOf(WorkspaceOutageAnswer, { outage, usage }) } },
  },
  muteOutage: {
    request: { example: { minutes: 60 } },
    answers: {
      200: {
        example: exampleOf(WorkspaceOutageAnswer, {
          outage: { ...outage, mutedUntil: '2026-01-31T13:05:00.000Z' },
          usage,
        }),
      },
    },
  },
  unmuteOutage: {
    answers: { 200: { example: exampleOf(WorkspaceOutageAnswer, { outage, usage }) } },
  },
  createOutageNote: {
    request: { example: { text: 'The disk was full.', public: false } },
    answers: { 201: { example: exampleOf(OutageNoteAnswer, { note, usage }) } },
  },
  deleteOutageNote: {
    answers: { 200: { example: { deleted: true, id: 'nte_2Lr9sWdT8Hq2Zb7Kx0Pq', usage } } },
  },
} as const
