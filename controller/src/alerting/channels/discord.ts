import type { AlertMessage, Severity } from '../message/alert-message.ts'
import type { SendOn } from './channel.ts'
import { secretUrlChannel } from './contact-fields.ts'
import { post } from './post.ts'
import { shorten } from './shorten.ts'

const COLORS = {
  critical: 0xb4_23_18,
  warning: 0xb5_47_08,
  good: 0x06_76_47,
  info: 0x17_5c_d3,
} as const satisfies Record<Severity, number>

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<@-]/g, (character) => `\\${character}`)
}

/** An embed holds 6,000 characters in all: title, description and every field. */
const LIMITS = { title: 256, description: 1_900, fields: 6, label: 36, value: 600 } as const

/** A text brought to its limit before it is escaped, so that no escape is cut in half. Each character
 *  may become two. */
const safe = (text: string, maxLength: number) => {
  const escaped = escapeMarkdown(text)
  return escaped.length <= maxLength ? escaped : escapeMarkdown(shorten(text, maxLength / 2))
}

/** Discord refuses the whole message for a link to a host without a domain, as "localhost" or the name of a container:
 *  it takes that as text. */
function hasFullName(url: string): boolean {
  return /\.[a-z][a-z0-9-]*$/i.test(URL.parse(url)?.hostname ?? '')
}

/** An embed of a webhook. Source: Discord, "Execute Webhook", "Embed Limits". Pure. */
export function discordPayload(message: AlertMessage): object {
  const { severity, title, summary, facts, entries, link, atMs } = message
  const description = [summary, ...entries.map((entry) => `• ${entry}`)].join('\n')
  const isTaken = link !== null && hasFullName(link.url)
  const where = link === null || isTaken ? '' : `\n${link.label}: ${link.url}`
  return {
    username: 'Sightline',
    // Names that look like mentions must not call anybody.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: safe(title, LIMITS.title),
        description: `${safe(description, LIMITS.description - where.length)}${where}`,
        color: COLORS[severity],
        fields: facts.slice(0, LIMITS.fields).map(({ label, value }) => ({
          name: safe(label, LIMITS.label),
          value: safe(value, LIMITS.value),
        })),
        timestamp: new Date(atMs).toISOString(),
        ...(isTaken ? { url: link.url } : {}),
      },
    ],
  }
}

/** Sends to a Discord webhook. */
const sendToDiscord: SendOn<{ readonly url: string }> = ({ url }, message, delivery, parts) =>
  post(parts, { url, body: JSON.stringify(discordPayload(message)) }, delivery, {
    name: 'Discord',
    finalStatuses: [400, 401, 403, 404, 410],
  })

export const DISCORD = {
  ...secretUrlChannel('discordUrl', {
    sent: 'Webhook of a Discord channel.',
    shown: 'Webhook of a Discord channel.',
    example: 'https://discord.com/api/webhooks/000/xxxx',
  }),
  send: sendToDiscord,
}
