import { AlertList, AlertObject } from '../schemas/alert.ts'
import { UsageObject } from '../schemas/answers.ts'
import {
  ContactAnswer,
  ContactList,
  ContactObject,
  ContactTest,
  PushKey,
} from '../schemas/contact.ts'
import { TeamAnswer, TeamList, TeamObject } from '../schemas/team.ts'
import { exampleOf } from './compose.ts'
import { MONITOR_ID } from './example-monitors.ts'

const usage = exampleOf(UsageObject, { used: 16 })

const contactCreation = {
  name: 'On call',
  email: 'oncall@example.com',
  webhookUrl: 'https://hooks.example.com/sightline',
}

const contact = exampleOf(ContactObject, {
  ...contactCreation,
  webhookSecret: '***',
  verified: true,
  failing: [],
  createdAt: '2026-01-31T11:00:00.000Z',
})
const CONTACT_ID = contact.id

/** The secret that was made for the webhook is shown this once. */
const createdContact = exampleOf(ContactAnswer, {
  contact: {
    ...contact,
    webhookSecret: 'whsec_dFKv0HgLWb0y5We6VwMFbIF',
    verified: false,
    emailConfirmed: false,
    confirmationSentAt: null,
  },
  usage,
})
const { failing } = exampleOf(ContactObject)
const contactAnswer = exampleOf(ContactAnswer, {
  contact: { ...contact, verified: false, failing },
  usage,
})
const contacts = exampleOf(ContactList, { contacts: [contact], usage })

const contactTest = exampleOf(ContactTest, {
  results: [
    { channel: 'email', ok: true, error: null },
    { channel: 'webhook', ok: false, error: 'The webhook answered 500.' },
  ],
  usage,
})

const teamCreation = {
  name: 'Shop',
  contactIds: [CONTACT_ID],
  escalation: [{ afterMinutes: 15, contactIds: ['ctc_9XbQ4mT1yKz8Lp7Hc2Vn'] }],
}

const team = exampleOf(TeamObject, {
  ...teamCreation,
  escalation: teamCreation.escalation.map((step) => ({ memberIds: [], ...step })),
  createdAt: contact.createdAt,
})
const TEAM_ID = team.id
const teamAnswer = exampleOf(TeamAnswer, { team, usage })
const teams = exampleOf(TeamList, { teams: [team], usage })

const alert = exampleOf(AlertObject, {
  monitorId: MONITOR_ID,
  monitorName: 'Shop',
  outageId: 'out_8Hq2Zb7Kx0Pq2Lr9sWdT',
  channel: 'webhook',
  attempts: 2,
  error: 'The webhook answered 500.',
  createdAt: '2026-01-31T12:00:02.118Z',
  sentAt: '2026-01-31T12:00:07.640Z',
  nextAttemptAt: null,
  title: 'Shop is down',
  text: 'Shop went down just now.\n\nMonitor: Shop (https://shop.example.com/)\nDown since: 2026-01-31 12:00:00 UTC (2 seconds ago)\nWhy: The connection is refused.\nSeen from: Western Europe (eu-west), US East (us-east)',
})
const alerts = exampleOf(AlertList, { alerts: [alert], usage })

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
  deleteContactBrowser: { answers: { 200: { example: contactAnswer } } },
  readPushKey: { answers: { 200: { example: exampleOf(PushKey, { usage }) } } },
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
