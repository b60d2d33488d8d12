import type { AlertMessage, Severity } from '../message/alert-message.ts'
import type { SendOn } from './channel.ts'
import { secretUrlChannel } from './contact-fields.ts'
import { post } from './post.ts'

const COLORS = {
  critical: 'Attention',
  warning: 'Warning',
  good: 'Good',
  info: 'Accent',
} as const satisfies Record<Severity, string>

/** Text runs are shown as they are; the text of other elements would be read as Markdown. */
const line = (...inlines: readonly object[]) => ({ type: 'RichTextBlock', inlines })
const run = (text: string, style: object = {}) => ({ type: 'TextRun', text, ...style })

/** An Adaptive Card for a workflow that was made with "When a Teams webhook request is received".
 *  Source: Adaptive Cards 1.4. Pure. */
export function teamsPayload(message: AlertMessage): object {
  const { severity, title, summary, facts, entries, link } = message
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      line(run(title, { size: 'Large', weight: 'Bolder', color: COLORS[severity] })),
      line(run(summary)),
      ...facts.map(({ label, value }) => line(run(`${label}: `, { weight: 'Bolder' }), run(value))),
      ...entries.map((entry) => line(run(`• ${entry}`))),
    ],
    actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
  }
  return {
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content },
    ],
  }
}

/** Sends to a workflow of Microsoft Teams. */
const sendToTeams: SendOn<{ readonly url: string }> = ({ url }, message, delivery, parts) =>
  post(parts, { url, body: JSON.stringify(teamsPayload(message)) }, delivery, {
    name: 'Microsoft Teams',
    finalStatuses: [400, 401, 403, 404, 410],
  })

export const TEAMS = {
  ...secretUrlChannel('teamsUrl', {
    sent: 'URL of a Microsoft Teams workflow that begins with "When a Teams webhook request is received".',
    shown: 'Workflow of Microsoft Teams.',
    example: 'https://example.logic.azure.com/workflows/xxxx',
  }),
  send: sendToTeams,
}
