import type { AlertMessage, Severity } from '../message/alert-message.ts'
import { plainText } from '../message/plain-text.ts'
import { AppError } from '@sightline/shared/errors'
import { z } from 'zod'
import { HIDDEN } from '../../secrets/secret-box.ts'
import type { AlertChannel, ContactFields, SendOn } from './channel.ts'
import {
  hidden,
  httpUrl,
  isHttpUrl,
  missingPart,
  plainField,
  secretField,
  secretText,
} from './contact-fields.ts'
import { post } from './post.ts'
import { shorten } from './shorten.ts'

interface NtfyAddress {
  readonly url: string
  readonly token: string | null
}

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
const publishToNtfy: SendOn<NtfyAddress> = async ({ url, token }, message, delivery, parts) => {
  const place = ntfyTopicOf(url)
  if (place === null) return { kind: 'refused', error: 'The ntfy address does not end in a topic.' }
  const request = {
    url: place.serverUrl,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify(ntfyPayload(message, place.topic)),
  }
  return post(parts, request, delivery, { name: 'ntfy', finalStatuses: [400, 401, 403, 404] })
}

const FIELDS = {
  ntfyUrl: {
    sent: httpUrl(
      (text) => isHttpUrl(text) && ntfyTopicOf(text) !== null,
      'must be the http or https URL of a topic such as https://ntfy.sh/my-alerts',
    ).meta({ description: 'Topic of an ntfy server.', example: 'https://ntfy.sh/my-alerts' }),
    shown: z.string().nullable().meta({ description: 'Topic of an ntfy server.', example: null }),
    isDestination: true,
  },
  ntfyToken: {
    sent: secretText(
      'Access token of the ntfy server, where the topic needs one.',
      /^[\x21-\x7e]{1,200}$/,
      'must be at most 200 printable ASCII characters without spaces',
      'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2',
    ),
    shown: hidden('Access token of the ntfy server.'),
  },
} as const satisfies ContactFields

/** A stored secret must not be sent to whoever changes the address. */
function movesSecret(before: string | undefined, after: string): boolean {
  return before !== undefined && URL.parse(before)?.origin !== URL.parse(after)?.origin
}

export const NTFY = {
  fields: FIELDS,
  secrets: ['token'],
  isBundled: true,
  rests: true,
  change(before, { ntfyUrl, ntfyToken }) {
    const url = plainField(ntfyUrl, before?.url)
    const token = secretField('ntfyToken', ntfyToken, before?.token)
    if (url === null) {
      if (typeof ntfyToken === 'string') throw missingPart('ntfyToken', 'ntfyUrl')
      return { address: null }
    }
    const isKept = ntfyToken === undefined || ntfyToken === HIDDEN
    if (isKept && movesSecret(before?.url, url) && typeof before?.token === 'string') {
      throw new AppError(
        'badRequest',
        'The field "ntfyUrl" leads to another server: send "ntfyToken" anew, or null, because the stored one is for the old server only.',
      )
    }
    return { address: { url, token } }
  },
  show: (address) => ({ ntfyUrl: address?.url ?? null, ntfyToken: address?.token ?? null }),
  send: publishToNtfy,
} as const satisfies AlertChannel<NtfyAddress, typeof FIELDS>
