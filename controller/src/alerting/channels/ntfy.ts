import type { AlertMessage, Severity } from '../message/alert-message.ts'
import { plainText } from '../message/plain-text.ts'
import type { SendOn } from './channel.ts'
import { post } from './post.ts'
import { shorten } from './shorten.ts'

/** 1 is the least, 5 rings through. */
const PRIORITIES = {
  critical: 5,
  warning: 4,
  good: 3,
  info: 3,
} as const satisfies Record<Severity, number>

const TAGS = {
  critical: 'rotating_light',
  warning: 'warning',
  good: 'white_check_mark',
  info: 'information_source',
} as const satisfies Record<Severity, string>

/** ntfy turns longer messages (4,096 bytes) into attachments; a character has 4 bytes at most. */
const MAX_TEXT_LENGTH = 1_000

/** A message as JSON, which takes any character, as the headers do not. Source: ntfy, "Publish as
 *  JSON". Pure. */
export function ntfyPayload(message: AlertMessage, topic: string): object {
  const { severity, title, link } = message
  return {
    topic,
    title: shorten(title, 200),
    message: shorten(plainText(message), MAX_TEXT_LENGTH),
    priority: PRIORITIES[severity],
    tags: [TAGS[severity]],
    ...(link === null ? {} : { click: link.url }),
  }
}

/** The server and the topic of a topic's URL, which ends in the topic; null when it does not. */
export function ntfyTopicOf(topicUrl: string): { serverUrl: string; topic: string } | null {
  const url = URL.parse(topicUrl)
  const match = /^(.*\/)([A-Za-z0-9_-]{1,64})\/?$/.exec(url?.pathname ?? '')
  if (url === null || match?.[1] === undefined || match[2] === undefined) return null
  return { serverUrl: `${url.origin}${match[1]}`, topic: match[2] }
}

/** Publishes to a topic of ntfy.sh or of a server of one's own. */
export const publishToNtfy: SendOn<'ntfy'> = async ({ url, token }, message, delivery, parts) => {
  const place = ntfyTopicOf(url)
  if (place === null) return { kind: 'refused', error: 'The ntfy address does not end in a topic.' }
  const request = {
    url: place.serverUrl,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify(ntfyPayload(message, place.topic)),
  }
  return post(parts, request, delivery, { name: 'ntfy', finalStatuses: [400, 401, 403, 404] })
}
