import type { AlertMessage, Severity } from '../message/alert-message.ts'
import type {
  AlertChannel,
  ContactFields,
  Delivery,
  Outcome,
  SendingParts,
  SendOn,
} from './channel.ts'
import { hidden, secretField, secretText } from './contact-fields.ts'
import { post, textField } from './post.ts'
import { shorten } from './shorten.ts'

interface PagerdutyAddress {
  readonly routingKey: string
}

const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue'

const SEVERITIES = {
  critical: 'critical',
  warning: 'warning',
  good: 'info',
  info: 'info',
} as const satisfies Record<Severity, string>

/** An event; what ends an incident resolves the one with the same dedup_key. Source: PagerDuty,
 *  "Events API v2". Pure.
 *  @param action trigger or resolve */
export function pagerdutyPayload(
  message: AlertMessage,
  routingKey: string,
  action: 'trigger' | 'resolve',
): object {
  const { severity, title, facts, entries, link, monitor, atMs } = message
  const identity = {
    routing_key: routingKey,
    event_action: action,
    dedup_key: shorten(message.incidentKey, 255),
  }
  if (action === 'resolve') return identity
  return {
    ...identity,
    client: 'Sightline',
    links: link === null ? [] : [{ href: link.url, text: link.label }],
    payload: {
      summary: shorten(title, 1_024),
      source: monitor?.url ?? 'Sightline',
      severity: SEVERITIES[severity],
      timestamp: new Date(atMs).toISOString(),
      class: message.cause?.code ?? message.kind,
      custom_details: {
        summary: message.summary,
        ...Object.fromEntries(facts.map(({ label, value }) => [label, value])),
        ...(entries.length === 0 ? {} : { Changes: entries }),
      },
    },
  }
}

/** Triggers or resolves an incident. A test does both, so that no incident stays open. */
const sendToPagerduty: SendOn<PagerdutyAddress> = async (address, message, delivery, parts) => {
  const send = (action: 'trigger' | 'resolve') =>
    enqueue(pagerdutyPayload(message, address.routingKey, action), delivery, parts)
  const outcome = await send(message.isResolved ? 'resolve' : 'trigger')
  return message.kind === 'test' && outcome.kind === 'sent' ? send('resolve') : outcome
}

function enqueue(payload: object, delivery: Delivery, parts: SendingParts): Promise<Outcome> {
  const request = { url: parts.pagerdutyUrl ?? PAGERDUTY_URL, body: JSON.stringify(payload) }
  return post(parts, request, delivery, {
    name: 'PagerDuty',
    finalStatuses: [400, 401, 403, 404],
    reasonIn: (body) => textField(body, 'message'),
  })
}

const FIELDS = {
  pagerdutyKey: {
    sent: secretText(
      'Integration key of an Events API v2 integration of PagerDuty.',
      /^[A-Za-z0-9]{20,64}$/,
      'must be an integration key: 32 letters and digits',
      'R0UT1NGK3Y0000000000000000000000',
    ),
    shown: hidden('Integration key of PagerDuty.'),
  },
} as const satisfies ContactFields

export const PAGERDUTY = {
  fields: FIELDS,
  secrets: ['routingKey'],
  isBundled: false,
  rests: true,
  change(before, { pagerdutyKey }) {
    const routingKey = secretField('pagerdutyKey', pagerdutyKey, before?.routingKey)
    return { address: routingKey === null ? null : { routingKey } }
  },
  show: (address) => ({ pagerdutyKey: address?.routingKey ?? null }),
  send: sendToPagerduty,
} as const satisfies AlertChannel<PagerdutyAddress, typeof FIELDS>
