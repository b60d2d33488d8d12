import type { Cause } from '@sightline/shared/causes'
import type { Case, Finding, Rule } from '../case.ts'
import { asTold, isOfLayer } from '../case.ts'
import { headersOf } from '../story.ts'
import { listedBriefly } from '../wording.ts'

/** Statuses by which a gateway speaks about the server behind it. */
const OF_GATEWAY: ReadonlySet<Cause> = new Set([
  'badGateway',
  'serviceUnavailable',
  'gatewayTimeout',
])

/** Networks for delivery that say so in their answers. */
const DELIVERY: readonly (readonly [header: string, mark: RegExp, name: string])[] = [
  ['cf-ray', /./, 'Cloudflare'],
  ['server', /cloudflare/i, 'Cloudflare'],
  ['server', /akamai/i, 'Akamai'],
  ['server', /cloudfront/i, 'CloudFront'],
  ['via', /cloudfront/i, 'CloudFront'],
  ['via', /varnish/i, 'a Varnish cache'],
  ['x-cache', /fastly/i, 'Fastly'],
]

/** Who stands in front of the site, by the headers of its answer; null when nobody says so. */
function deliveredBy(headers: Readonly<Record<string, string>>): string | null {
  return DELIVERY.find(([name, mark]) => mark.test(headers[name] ?? ''))?.[2] ?? null
}

/** Who answered, and what else the answer tells. */
function whoAnswered({ leading, leadingChecks }: Case): string | null {
  const [check] = leadingChecks
  if (check === undefined) return null
  const headers = headersOf(check.details)
  const between = deliveredBy(headers)
  const server = headers['server']
  const parts = [
    ...(between !== null && OF_GATEWAY.has(leading)
      ? [`${between} answers in place of the server behind it`]
      : server === undefined
        ? []
        : [`the answer comes from ${server}`]),
    ...(headers['retry-after'] === undefined
      ? []
      : [
          `it asks to come back after ${headers['retry-after']}${/^\d+$/.test(headers['retry-after']) ? ' s' : ''}`,
        ]),
  ]
  return parts.length === 0 ? null : parts.join(', and ')
}

/** The same request asked once more, by address or as a whole. */
function leadingFinding(facts: Case): Finding {
  const { leadingChecks } = facts
  const statuses = new Set(leadingChecks.map(({ statusCode }) => statusCode))
  const again = facts
    .evidence('page', 'failing')
    .filter(({ found }) => found.statusCode !== null && statuses.has(found.statusCode))
  const who = whoAnswered(facts)
  const kinds = again.length > 0 ? (['page'] as const) : []
  if (who !== null) return asTold(facts, { kinds, because: who })
  const { passing } = facts
  const because =
    passing.length === 0
      ? null
      : `${listedBriefly(passing.map(({ region }) => region))} got what was expected`
  return asTold(facts, { kinds, because })
}

/** The answer's status and the way to it. */
export const httpRule: Rule = (facts) => (isOfLayer(facts, 'http') ? [leadingFinding(facts)] : [])
