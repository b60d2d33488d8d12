import type { ToldOperations } from './told.ts'

const creation = {
  name: 'On call',
  email: 'oncall@example.com',
  webhookUrl: 'https://hooks.example.com/sightline',
}

/** The secret that was made for the webhook is shown this once. */
const created = {
  webhookSecret: 'whsec_dFKv0HgLWb0y5We6VwMFbIF',
  emailConfirmed: false,
  confirmationSentAt: null,
  failing: [],
}

const alert = {
  channel: 'webhook',
  attempts: 2,
  error: 'The webhook answered 500.',
  createdAt: '2026-01-31T12:00:02.118Z',
  sentAt: '2026-01-31T12:00:07.640Z',
  nextAttemptAt: null,
  title: 'Shop is down',
}

const contactIds = ['ctc_4fTq1Zb7Kx0Pq2Lr9sWd']
const escalation = [{ afterMinutes: 15, contactIds: ['ctc_9XbQ4mT1yKz8Lp7Hc2Vn'] }]
const team = { answer: { team: { escalation } } }

/** What is told of contacts, teams and alerts. */
export const ALERTING_EXAMPLES: ToldOperations = {
  listContacts: { answer: { contacts: [{ verified: true, failing: [] }] } },
  createContact: { request: creation, answer: { contact: created } },
  changeContact: { request: { email: 'oncall@example.com', slackUrl: null } },
  testContact: { answer: { results: [{}, { channel: 'webhook', ok: false, error: alert.error }] } },
  listTeams: { answer: { teams: [{ escalation }] } },
  createTeam: { request: { name: 'Shop', contactIds, escalation }, ...team },
  readTeam: team,
  changeTeam: { request: { contactIds }, ...team },
  listAlerts: { answer: { alerts: [alert] } },
  createAgentToken: { request: { region: 'eu-west', name: 'Dublin rack 4' } },
}
