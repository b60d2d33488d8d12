import { isIP } from 'node:net'
import { z } from 'zod'
import { MonitorType } from '../gen/probe/v1/check_pb.ts'
import type { Contact, RawSettings } from './description.ts'
import { describeType } from './description.ts'
import { parseResolver } from './dns/resolver.ts'
import { maxResponseMs, text } from './fields.ts'
import type { Refuse } from './rule.ts'
import { expressionJudge, rule } from './rule.ts'
import { fieldProblem } from './target-text.ts'

/** Record types that can be asked for. Source: decisions, section 6. */
const RECORD_TYPES = [
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'NS',
  'TXT',
  'SOA',
  'SRV',
  'PTR',
  'CAA',
  'DS',
  'DNSKEY',
  'SVCB',
  'HTTPS',
  'TLSA',
] as const

const expectation = z.strictObject({
  match: z
    .enum(['exactSet', 'contains', 'regex', 'any', 'count'])
    .default('any')
    .describe(
      'any: at least one record; exactSet: these values and no others; contains: all of these values; regex: every expression matches a value; count: at least minCount records.',
    ),
  values: z
    .array(text(4096))
    .max(100)
    .default([])
    .describe(
      'Values as they are written in a zone file, such as "10 mail.example.com"; compared without case and trailing dot.',
    ),
  minCount: z
    .int()
    .min(0)
    .max(1000)
    .nullable()
    .default(null)
    .describe('Fewest records; count needs it, the others take it beside their values. null: one.'),
})

const shape = z.strictObject({
  recordType: z
    .enum(RECORD_TYPES)
    .default('A')
    .describe('Record type to ask for. The name of an address has PTR only.'),
  resolver: text(260)
    .min(1)
    .refine(
      (value) => parseResolver(value) !== null,
      'must be "system", "authoritative" or a name server as host[:port]',
    )
    .default('system')
    .describe(
      'Whom to ask: system (the name servers of the agent), authoritative (those of the zone), or a name server as host[:port].',
    ),
  protocol: z
    .enum(['udp', 'tcp', 'tls', 'https'])
    .default('udp')
    .describe('How to ask; authoritative servers take udp and tcp only.'),
  expected: expectation.prefault({}).describe('What the answer must be.'),
  expectedRcode: z
    .enum(['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'])
    .default('NOERROR')
    .describe('Response code that is up: NXDOMAIN for a name that must not exist.'),
  dnssec: z
    .enum(['ignore', 'require'])
    .default('ignore')
    .describe('Whether the answer must be signed and the signature valid.'),
  maxResponseMs,
})

type Settings = z.output<typeof shape>

/** Matches that compare with values. */
const COMPARING: readonly Settings['expected']['match'][] = ['exactSet', 'contains', 'regex']

const rules = rule<Settings>((settings, refuse) => {
  judgeExpected(settings, refuse)
  if (settings.resolver !== 'authoritative') return
  if (settings.protocol === 'tls' || settings.protocol === 'https') {
    const message = 'must be "udp" or "tcp" with the resolver "authoritative"'
    refuse(['protocol'], settings.protocol, message)
  }
  if (settings.dnssec === 'require') {
    const message =
      'must be "ignore" with the resolver "authoritative": signatures are judged by a resolver that validates, such as "system" or one named by its address'
    refuse(['dnssec'], settings.dnssec, message)
  }
})

function judgeExpected({ expected, expectedRcode }: Settings, refuse: Refuse): void {
  const { match, values, minCount } = expected
  if (expectedRcode !== 'NOERROR' && match !== 'any') {
    const message = `must be "any" when the expectedRcode is ${expectedRcode}, which comes without records`
    refuse(['expected', 'match'], match, message)
  }
  if (COMPARING.includes(match)) {
    if (values.length === 0) {
      refuse(['expected', 'values'], undefined, `must hold at least one with the match "${match}"`)
    }
  } else if (values.length > 0) {
    const message = `must be one of ${COMPARING.join(', ')} for the values to be compared; send values null to drop them`
    refuse(['expected', 'match'], match, message)
  }
  if (match === 'count' && minCount === null) {
    refuse(['expected', 'minCount'], undefined, 'must be sent with the match "count"')
  }
  if (match !== 'regex') return
  const expression = expressionJudge(refuse)
  for (const [index, value] of values.entries()) expression(['expected', 'values', index], value)
}

function contactsOf({ host }: { readonly host: string }, settings: RawSettings): Contact[] {
  const name: Contact = { field: 'url', host, as: 'name' }
  const resolver = parseResolver(String(settings['resolver']))
  // The operator's own name servers are not subject to the rules; those of the name's zone are, and
  // the agents judge them.
  if (resolver?.kind !== 'server') return [name]
  return [name, { field: 'settings.resolver', host: resolver.host, as: 'address' }]
}

/** A name and what name servers say of it. */
export const dns = describeType({
  number: MonitorType.DNS,
  does: 'check DNS records',
  schemes: { dns: { port: null } },
  form: 'dns://name',
  noPort:
    'a dns monitor asks about a name; the port of a name server belongs in settings.resolver, such as "192.0.2.53:5353"',
  shape,
  rules,
  timeoutMs: 5_000,
  portOf: () => null,
  identityOf: ({ url }, { recordType }) => `${url} ${recordType}`,
  nameOf: ({ host }, { recordType }) => `${host} ${recordType}`,
  contactsOf,
  targetProblem: ({ host }, { recordType }) => {
    if (isIP(host) === 0 || recordType === 'PTR') return null
    const why = `it must be "PTR" for the address ${host}, which has no other records`
    return fieldProblem('settings.recordType', recordType, why)
  },
  bareTargetProblem: ({ host }) =>
    isIP(host) === 0
      ? null
      : `a dns check asks about a name, and "${host}" is an address: use dns://example.com`,
  example: {
    url: 'dns://example.com',
    name: 'Mail servers of example.com',
    settings: {
      recordType: 'MX',
      expected: { match: 'contains', values: ['10 mail.example.com'] },
    },
  },
})
