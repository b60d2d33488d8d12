import { z } from 'zod'
import type { AlertMessage, Severity } from '../message/alert-message.ts'
import type {
  AlertChannel,
  ContactFields,
  Delivery,
  Outcome,
  SendingParts,
  SendOn,
} from './channel.ts'
import { hidden, missingPart, secretField, secretText } from './contact-fields.ts'
import { post, textField } from './post.ts'
import { shorten } from './shorten.ts'

/** Where each service region takes events. Source: PagerDuty, "Service Regions" */
const URLS = {
  us: 'https://events.pagerduty.com/v2/enqueue',
  eu: 'https://events.eu.pagerduty.com/v2/enqueue',
} as const
const REGIONS = Object.keys(URLS) as (keyof typeof URLS)[]
const USUAL_REGION = 'us'

interface PagerdutyAddress {
  readonly routingKey: string
  /** Left out: the usual one. */
  readonly region?: keyof typeof URLS | undefined
}

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
  const url = parts.pagerdutyUrl ?? URLS[address.region ?? USUAL_REGION]
  const send = (action: 'trigger' | 'resolve') =>
    enqueue(url, pagerdutyPayload(message, address.routingKey, action), delivery, parts)
  const outcome = await send(message.isResolved ? 'resolve' : 'trigger')
  return message.kind === 'test' && outcome.kind === 'sent' ? send('resolve') : outcome
}

function enqueue(
  url: string,
  payload: object,
  delivery: Delivery,
  parts: SendingParts,
): Promise<Outcome> {
  const request = { url, body: JSON.stringify(payload) }
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
  pagerdutyRegion: {
    sent: z.enum(REGIONS).meta({
      description: `Service region of the PagerDuty account: eu where its address ends in eu.pagerduty.com. Without it ${USUAL_REGION}.`,
      example: USUAL_REGION,
    }),
    shown: z
      .enum(REGIONS)
      .nullable()
      .meta({ description: 'Service region of the PagerDuty account.', example: null }),
  },
} as const satisfies ContactFields

export const PAGERDUTY = {
  fields: FIELDS,
  secrets: ['routingKey'],
  isBundled: false,
  rests: true,
  change(before, { pagerdutyKey, pagerdutyRegion }) {
    const routingKey = secretField('pagerdutyKey', pagerdutyKey, before?.routingKey)
    if (routingKey === null) {
      if (typeof pagerdutyRegion === 'string') throw missingPart('pagerdutyRegion', 'pagerdutyKey')
      return { address: null }
    }
    const region =
      (pagerdutyRegion === undefined ? before?.region : pagerdutyRegion) ?? USUAL_REGION
    return { address: { routingKey, region } }
  },
  show: (address) => ({
    pagerdutyKey: address?.routingKey ?? null,
    pagerdutyRegion: address === undefined ? null : (address.region ?? USUAL_REGION),
  }),
  send: sendToPagerduty,
} as const satisfies AlertChannel<PagerdutyAddress, typeof FIELDS>
