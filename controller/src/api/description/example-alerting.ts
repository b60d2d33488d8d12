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

const contactIds = ['ctc_4fTq1Zb7Kx0Pq2Lr9sWd']
const escalation = [{ afterMinutes: 15, contactIds: ['ctc_9XbQ4mT1yKz8Lp7Hc2Vn'] }]

/** What is told of contacts, teams and alerts. */
export const ALERTING_EXAMPLES: ToldOperations = {
  listContacts: { answer: { contacts: [{ verified: true, failing: [] }] } },
  createContact: { request: creation, answer: { contact: created } },
  changeContact: { request: { email: 'oncall@example.com', slackUrl: null } },
  testContact: {
    answer: {
      results: [{}, { channel: 'webhook', ok: false, error: 'The webhook answered 500.' }],
    },
  },
  createTeam: { request: { name: 'Shop', contactIds, escalation } },
  changeTeam: { request: { contactIds } },
  createAgentToken: { request: { region: 'eu-west', name: 'Dublin rack 4' } },
}
