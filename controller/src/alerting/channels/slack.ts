import type { AlertMessage, Severity } from '../message/alert-message.ts'
import type { SendOn } from './channel.ts'
import { secretUrlChannel } from './contact-fields.ts'
import { post } from './post.ts'
import { shorten } from './shorten.ts'

const MARKS = {
  critical: ':red_circle:',
  warning: ':large_yellow_circle:',
  good: ':large_green_circle:',
  info: ':large_blue_circle:',
} as const satisfies Record<Severity, string>

/** Slack's own escapes; its formatting characters have none, so that user text goes into plain_text. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const plain = (text: string, maxLength: number) => ({
  type: 'plain_text',
  text: shorten(text, maxLength),
  emoji: false,
})

/** Blocks of an incoming webhook. Source: Slack, "Block Kit reference". Pure. */
export function slackPayload(message: AlertMessage): object {
  const { severity, title, summary, facts, entries, link } = message
  const section = (text: string) => ({ type: 'section', text: plain(text, 3_000) })
  return {
    // What notifications show.
    text: escapeSlack(`${title}. ${summary}`),
    blocks: [
      { type: 'header', text: plain(title, 150) },
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: MARKS[severity] }, plain(summary, 2_000)],
      },
      ...facts.map(({ label, value }) => section(`${label}: ${value}`)),
      ...(entries.length === 0 ? [] : [section(entries.map((entry) => `• ${entry}`).join('\n'))]),
      ...(link === null
        ? []
        : [
            {
              type: 'section',
              text: {
                type: 'mrkdwn',
                text: `<${escapeSlack(link.url)}|${escapeSlack(link.label)}>`,
              },
            },
          ]),
    ],
  }
}

/** Sends to a Slack incoming webhook. */
const sendToSlack: SendOn<{ readonly url: string }> = ({ url }, message, delivery, parts) =>
  post(parts, { url, body: JSON.stringify(slackPayload(message)) }, delivery, {
    name: 'Slack',
    finalStatuses: [400, 403, 404, 410],
    // "no_service", "invalid_payload": words, never a page.
    reasonIn: (body) => (/^[a-z_]{2,60}$/.test(body.trim()) ? body.trim() : null),
  })

export const SLACK = {
  ...secretUrlChannel('slackUrl', {
    sent: 'Incoming webhook of Slack.',
    shown: 'Incoming webhook of Slack.',
    example: 'https://hooks.slack.com/services/T000/B000/xxxx',
  }),
  send: sendToSlack,
}
