import type { z } from 'zod'
import type { AlertList } from '../schemas/alert.ts'
import type { UsageObject } from '../schemas/answers.ts'
import type { ContactAnswer, ContactList, ContactTest } from '../schemas/contact.ts'
import type { TeamAnswer, TeamList } from '../schemas/team.ts'
import { MONITOR_ID } from './example-monitors.ts'

const CONTACT_ID = 'ctc_4fTq1Zb7Kx0Pq2Lr9sWd'
const TEAM_ID = 'team_4fTq1Zb7Kx0Pq2Lr9sWd'
const CREATED_AT = '2026-01-31T11:00:00.000Z'
const usage: z.input<typeof UsageObject> = { used: 16, dailyLimit: 1000, tier: 'starter' }

const contactCreation = {
  name: 'On call',
  email: 'oncall@example.com',
  webhookUrl: 'https://hooks.example.com/sightline',
}

const contact: z.input<typeof ContactAnswer>['contact'] = {
  id: CONTACT_ID,
  ...contactCreation,
  webhookSecret: '***',
  slackUrl: null,
  discordUrl: null,
  teamsUrl: null,
  telegram: null,
  ntfyUrl: null,
  ntfyToken: null,
  pagerdutyKey: null,
  channels: ['email', 'webhook'],
  verified: true,
  emailConfirmed: true,
  confirmationSentAt: '2026-01-31T11:00:02.000Z',
  failing: [],
  createdAt: CREATED_AT,
}

/** The secret that was made for the webhook is shown this once. */
const createdContact: z.input<typeof ContactAnswer> = {
  contact: {
    ...contact,
    webhookSecret: 'whsec_dFKv0HgLWb0y5We6VwMFbIF',
    verified: false,
    emailConfirmed: false,
    confirmationSentAt: null,
  },
  usage,
}
const contactAnswer: z.input<typeof ContactAnswer> = {
  contact: {
    ...contact,
    verified: false,
    failing: [
      {
        channel: 'webhook',
        since: CREATED_AT,
        attempts: 3,
        lastError: 'hooks.example.com did not answer within 10 seconds.',
        nextAttemptAt: CREATED_AT,
      },
    ],
  },
  usage,
}
const contacts: z.input<typeof ContactList> = {
  total: 1,
  page: 1,
  per: 50,
  contacts: [contact],
  usage,
}

const contactTest: z.input<typeof ContactTest> = {
  results: [
    { channel: 'email', ok: true, error: null },
    { channel: 'webhook', ok: false, error: 'The webhook answered 500.' },
  ],
  usage,
}

const teamCreation = {
  name: 'Shop',
  contactIds: [CONTACT_ID],
  escalation: [{ afterMinutes: 15, contactIds: ['ctc_9XbQ4mT1yKz8Lp7Hc2Vn'] }],
}

const team: z.input<typeof TeamAnswer>['team'] = {
  id: TEAM_ID,
  name: teamCreation.name,
  memberIds: [],
  contactIds: teamCreation.contactIds,
  escalation: teamCreation.escalation.map((step) => ({ memberIds: [], ...step })),
  createdAt: CREATED_AT,
}
const teamAnswer: z.input<typeof TeamAnswer> = { team, usage }
const teams: z.input<typeof TeamList> = { total: 1, page: 1, per: 50, teams: [team], usage }

const alerts: z.input<typeof AlertList> = {
  total: 1,
  page: 1,
  per: 50,
  alerts: [
    {
      id: 'alr_4fTq1Zb7Kx0Pq2Lr9sWd',
      monitorId: MONITOR_ID,
      monitorName: 'Shop',
      outageId: 'out_8Hq2Zb7Kx0Pq2Lr9sWdT',
      kind: 'down',
      channel: 'webhook',
      recipient: { type: 'contact', id: CONTACT_ID, name: 'On call' },
      state: 'sent',
      suppressedBy: null,
      dependencyId: null,
      deliveryId: 'alr_4fTq1Zb7Kx0Pq2Lr9sWd',
      attempts: 2,
      error: 'The webhook answered 500.',
      createdAt: '2026-01-31T12:00:02.118Z',
      sentAt: '2026-01-31T12:00:07.640Z',
      nextAttemptAt: null,
      title: 'Shop is down',
      text: 'Shop went down just now.\n\nMonitor: Shop (https://shop.example.com/)\nDown since: 2026-01-31 12:00:00 UTC (2 seconds ago)\nWhy: The connection is refused.\nSeen from: Western Europe (eu-west), US East (us-east)',
    },
  ],
  usage,
}

/** Whole bodies of the alerting endpoints, by operation. */
export const ALERTING_EXAMPLES = {
  listContacts: { answers: { 200: { example: contacts } } },
  createContact: {
    request: { example: contactCreation },
    answers: { 201: { example: createdContact } },
  },
  readContact: { answers: { 200: { example: contactAnswer } } },
  changeContact: {
    request: { example: { email: 'oncall@example.com', slackUrl: null } },
    answers: { 200: { example: contactAnswer } },
  },
  deleteContact: { answers: { 200: { example: { deleted: true, id: CONTACT_ID, usage } } } },
  testContact: { answers: { 200: { example: contactTest } } },
  listTeams: { answers: { 200: { example: teams } } },
  createTeam: { request: { example: teamCreation }, answers: { 201: { example: teamAnswer } } },
  readTeam: { answers: { 200: { example: teamAnswer } } },
  changeTeam: {
    request: { example: { contactIds: [CONTACT_ID] } },
    answers: { 200: { example: teamAnswer } },
  },
  deleteTeam: { answers: { 200: { example: { deleted: true, id: TEAM_ID, usage } } } },
  listAlerts: { answers: { 200: { example: alerts } } },
}
