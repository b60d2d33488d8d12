import type { Cause } from '@sightline/shared/causes'
import { describe, expect, it } from 'vitest'
import { diagnose } from '../../../../controller/src/diagnosis/diagnose.ts'
import type {
  AgentState,
  DiagnosisFacts,
  Neighbour,
  RegionCheck,
} from '../../../../controller/src/diagnosis/facts.ts'
import { factsOf, OUTAGE_AT_MS } from '../../../helpers/diagnosis.ts'

const WEB = { type: 'web', url: 'https://shop.test/' } as const

function vote(region: string, cause: Cause): RegionCheck {
  return {
    region,
    atMs: OUTAGE_AT_MS,
    status: 'down',
    cause,
    phase: 'connect',
    error: `It failed by ${cause}.`,
    statusCode: null,
    responseMs: null,
    ip: '192.0.66.1',
    timings: { dnsMs: 3, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
    details: {},
  }
}

/** Another host of the network that failed by itself in this way. */
function near(index: number, cause: Cause, more: Partial<Neighbour> = {}): Neighbour {
  return {
    publicId: `mon_near${index}`,
    name: `Near ${index}`,
    host: `host-${index}.test`,
    ip: `192.0.66.${100 + index}`,
    cause,
    startedAtMs: OUTAGE_AT_MS - 1_000,
    isParent: false,
    ...more,
  }
}

const told = (cause: Cause, more: Partial<DiagnosisFacts>) =>
  diagnose(factsOf(WEB, [vote('a', cause), vote('b', cause)], more), OUTAGE_AT_MS)

const near5 = (cause: Cause): Neighbour[] => [1, 2, 3, 4, 5].map((index) => near(index, cause))

/** As different as breakages get. */
const THIRTEEN = [
  'notFound',
  'authRequired',
  'certExpired',
  'dnsWrongAnswer',
  'connectionRefused',
  'unexpectedReply',
  'serverError',
  'keywordMissing',
  'connectionTimeout',
  'udpNoReply',
  'mailAuthFailed',
  'timeout',
  'packetLoss',
] as const satisfies readonly Cause[]

describe('what several hosts of one network share', () => {
  it.each(THIRTEEN.map((cause, index) => [cause, index] as const))(
    'among thirteen broken in thirteen ways %s stays what it is',
    (cause, own) => {
      const neighbours = THIRTEEN.flatMap((each, index) =>
        index === own ? [] : [near(index, each)],
      )
      const { verdict, alternatives, related } = told(cause, { neighbours })
      expect(verdict.cause).toBe(cause)
      expect(alternatives.map((each) => each.cause)).not.toContain('sharedProvider')
      expect(related).toHaveLength(12)
    },
  )

  it.each<Cause>([
    'dnsServfail',
    'dnsTimeout',
    'nameserverDown',
    'connectionTimeout',
    'hostUnreachable',
    'networkUnreachable',
    'packetLoss',
    'connectionRefused',
    'connectionReset',
    'udpNoReply',
    'timeout',
    'bannerTimeout',
    'badGateway',
    'serviceUnavailable',
    'gatewayTimeout',
  ])('%s of six hosts at once is the provider, and stays behind it', (cause) => {
    const { verdict, alternatives, evidence } = told(cause, { neighbours: near5(cause) })
    expect(verdict.cause).toBe('sharedProvider')
    expect(alternatives[0]?.cause).toBe(cause)
    expect(evidence.map(({ observed }) => observed)).toContain(`It failed by ${cause}.`)
  })

  it.each<Cause>([
    'certExpired',
    'certHostnameMismatch',
    'notFound',
    'clientError',
    'authRequired',
    'serverError',
    'rateLimited',
    'keywordMissing',
    'jsonMismatch',
    'unexpectedReply',
    'dnsNxdomain',
    'dnsWrongAnswer',
    'mailAuthFailed',
    'recipientRejected',
  ])('%s is its owner’s, however many others have the same', (cause) => {
    expect(told(cause, { neighbours: near5(cause) }).verdict.cause).toBe(cause)
  })

  it('is told of hosts that are dark in whatever way their checks see it', () => {
    const neighbours = [near(1, 'packetLoss'), near(2, 'hostUnreachable'), near(3, 'udpNoReply')]
    expect(told('connectionTimeout', { neighbours }).verdict.cause).toBe('sharedProvider')
  })

  it('counts nobody who was only called so', () => {
    expect(told('connectionTimeout', { neighbours: near5('sharedProvider') }).verdict.cause).toBe(
      'connectionTimeout',
    )
  })

  it('leaves room for what agents found, however many neighbours there are', () => {
    const neighbours = Array.from({ length: 49 }, (_, index) => near(index, 'connectionTimeout'))
    const gathered: DiagnosisFacts['gathered'] = [
      {
        region: 'a',
        role: 'failing',
        output: {
          startedAt: '2026-03-10T12:00:03.000Z',
          durationMs: 5,
          evidence: { ports: [{ port: 80, state: 'open' }] },
        },
      },
    ]
    const { verdict, alternatives, evidence } = told('connectionTimeout', { neighbours, gathered })
    expect(verdict.cause).toBe('sharedProvider')
    expect(alternatives[0]?.explanation).toContain('port 80 is open')
    expect(evidence.map(({ kind }) => kind)).toContain('ports')
  })
})

const parent = (cause: Cause): Neighbour => near(0, cause, { isParent: true, name: 'Database' })

describe('what a service it depends on brings about', () => {
  it.each<[Cause, Cause]>([
    ['connectionRefused', 'serverError'],
    ['connectionTimeout', 'connectionTimeout'],
    ['connectionTimeout', 'dnsTimeout'],
    ['certExpired', 'badGateway'],
    ['serverError', 'keywordMissing'],
    ['dnsServfail', 'serverError'],
    ['dnsServfail', 'dnsServfail'],
    ['dnsNxdomain', 'dnsNxdomain'],
    ['timeout', 'timeout'],
  ])('%s there explains %s here', (there, here) => {
    const { verdict, alternatives } = told(here, { neighbours: [parent(there)] })
    expect(verdict.cause).toBe('dependencyDown')
    expect(alternatives[0]?.cause).toBe(here)
  })

  it.each<[Cause, Cause]>([
    ['dnsServfail', 'connectionRefused'],
    ['dnsTimeout', 'connectionTimeout'],
    ['connectionRefused', 'certExpired'],
    ['connectionTimeout', 'dnsWrongAnswer'],
    ['connectionTimeout', 'notFound'],
    ['serverError', 'mailAuthFailed'],
    ['serverError', 'connectionTimeout'],
    ['certExpired', 'certExpired'],
    ['keywordMissing', 'dnsServfail'],
    ['dependencyDown', 'serverError'],
  ])('%s there does not explain %s here', (there, here) => {
    const { verdict, related } = told(here, { neighbours: [parent(there)] })
    expect(verdict.cause).toBe(here)
    expect(related).toEqual([
      { monitorId: 'mon_near0', reason: expect.stringContaining('depends on') },
    ])
  })
})

describe('what an agent’s own trouble brings about', () => {
  const agents: AgentState[] = ['a', 'b'].map((region) => ({
    region,
    selfTestError: 'the agent has no way out',
    isQuarantined: false,
    unrelatedHosts: [],
  }))

  it.each<[Cause, Cause]>([
    ['connectionTimeout', 'agentEgressDown'],
    ['dnsTimeout', 'agentEgressDown'],
    ['connectionReset', 'agentFault'],
    ['timeout', 'agentFault'],
    ['slowConnect', 'agentFault'],
  ])('%s is %s', (cause, verdict) => {
    expect(told(cause, { agents }).verdict.cause).toBe(verdict)
  })

  it.each<Cause>(['notFound', 'certExpired', 'keywordMissing', 'dnsWrongAnswer', 'badGateway'])(
    '%s is the site’s, however the agent is',
    (cause) => {
      expect(told(cause, { agents }).verdict.cause).toBe(cause)
    },
  )
})
