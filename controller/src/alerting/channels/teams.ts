import type { AlertMessage, Severity } from '../message/alert-message.ts'
import type { SendOn } from './channel.ts'
import { secretUrlChannel } from './contact-fields.ts'
import { post } from './post.ts'
import { shorten } from './shorten.ts'

const COLORS = {
  critical: 'Attention',
  warning: 'Warning',
  good: 'Good',
  info: 'Accent',
} as const satisfies Record<Severity, string>

/** Text runs are shown as they are; the text of other elements would be read as Markdown. */
const line = (...inlines: readonly object[]) => ({ type: 'RichTextBlock', inlines })
const run = (text: string, style: object = {}) => ({ type: 'TextRun', text, ...style })

/** Teams keeps 28 kB of a message, and a card in it as text within JSON. A workflow takes larger ones and then loses them,
 *  without a word to whoever sent them. */
const MAX_CARD_BYTES = 24_000
const LIMITS = {
  title: 500,
  summary: 2_000,
  facts: 12,
  label: 60,
  value: 500,
  entry: 1_000,
} as const

const bytesOf = (card: object): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(card)), 'utf8')

/** An Adaptive Card for a workflow that was made with "When a Teams webhook request is received".
 *  Source: Adaptive Cards 1.4. Pure. */
export function teamsPayload(message: AlertMessage): object {
  const { severity, title, summary, facts, entries, link } = message
  const style = { size: 'Large', weight: 'Bolder', color: COLORS[severity] }
  const body = [
    line(run(shorten(title, LIMITS.title), style)),
    line(run(shorten(summary, LIMITS.summary))),
    ...facts
      .slice(0, LIMITS.facts)
      .map(({ label, value }) =>
        line(
          run(`${shorten(label, LIMITS.label)}: `, { weight: 'Bolder' }),
          run(shorten(value, LIMITS.value)),
        ),
      ),
  ]
  const cardWith = (listed: readonly object[]) => ({
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [...body, ...listed],
    actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
  })
  const content = cardWith(fitting(entries, MAX_CARD_BYTES - bytesOf(cardWith([]))))
  return {
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content },
    ],
  }
}

/** Lines of the first entries, as many as there is room for, and how many are left out. */
function fitting(entries: readonly string[], roomBytes: number): object[] {
  const lines = entries.map((entry) => line(run(`• ${shorten(entry, LIMITS.entry)}`)))
  const more = (count: number) => line(run(`and ${count} more`))
  let leftBytes = roomBytes - bytesOf(more(lines.length))
  const ends = lines.findIndex((each) => (leftBytes -= bytesOf(each)) < 0)
  return ends === -1 ? lines : [...lines.slice(0, ends), more(lines.length - ends)]
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
