import fc from 'fast-check'
import type { Cause } from '@sightline/shared/causes'
import { CAUSES } from '@sightline/shared/causes'
import { PHASES, RESULT_STATUSES } from '@sightline/shared/check-words'
import { describe, expect, it, test } from 'vitest'
import { Analysis } from '../../../../controller/src/diagnosis/analysis.ts'
import { LAYERS } from '../../../../controller/src/diagnosis/case.ts'
import { diagnose } from '../../../../controller/src/diagnosis/diagnose.ts'
import type { DiagnosisFacts, RegionCheck } from '../../../../controller/src/diagnosis/facts.ts'
import { factsOf, OUTAGE_AT_MS } from '../../../helpers/diagnosis.ts'

const WEB = { type: 'web', url: 'https://shop.test/cart?token=secret' } as const
const CAUSE_WORDS = Object.keys(CAUSES) as Cause[]

function vote(region: string, more: Partial<RegionCheck> = {}): RegionCheck {
  return {
    region,
    atMs: OUTAGE_AT_MS,
    status: 'down',
    cause: 'connectionRefused',
    phase: 'connect',
    error: 'It was refused.',
    statusCode: null,
    responseMs: null,
    ip: '192.0.66.1',
    timings: { dnsMs: 3, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
    details: {},
    ...more,
  }
}

const good = (region: string): RegionCheck =>
  vote(region, { status: 'up', cause: null, phase: null, error: null })

const verdictOf = (votes: readonly RegionCheck[], more: Partial<DiagnosisFacts> = {}) =>
  diagnose(factsOf(WEB, votes, more), OUTAGE_AT_MS).verdict

describe('every cause that checks can tell', () => {
  it.each(CAUSE_WORDS)('%s is told as it is, with a sentence and advice', (cause) => {
    const isOurs = CAUSES[cause].category === 'ours'
    const status = isOurs ? 'unknown' : 'down'
    const votes = ['a', 'b', 'c'].map((region) => vote(region, { cause, status }))
    const verdict = verdictOf(votes)
    expect(verdict).toMatchObject({ cause, title: CAUSES[cause].title, scope: 'global' })
    expect(verdict.category).toBe(CAUSES[cause].category)
    expect(verdict.explanation).toMatch(/^[A-Zhs].*[^.]\.$/s)
    expect(verdict.explanation).toContain('shop.test')
    expect(verdict.explanation).not.toMatch(/undefined|null|NaN|secret|\.\.| {2}/)
    expect(verdict.advice.length).toBeGreaterThanOrEqual(2)
    for (const line of verdict.advice) expect(line).toMatch(/^[A-Z].*\.$/)
  })

  it('has every layer in its order', () => {
    expect([...LAYERS].sort()).toEqual(
      [...new Set(Object.values(CAUSES).map(({ category }) => category))].sort(),
    )
  })
})

describe('what is told of a cause is what the check saw', () => {
  const shown = (expiresAt: string) => ({
    tls: { issuer: 'An Authority', expiresAt, protocol: 'TLSv1.3', names: ['shop.test'] },
  })
  const told = (more: Partial<RegionCheck>): string =>
    verdictOf(['a', 'b'].map((region) => vote(region, more))).explanation

  it('of a certificate: its own end, that of one it builds on, or a warning', () => {
    const cause = 'certExpired'
    const over = told({ cause, details: shown('2026-03-09T00:00:00.000Z') })
    expect(over).toContain('The certificate of shop.test has expired on 2026-03-09')
    const above = told({
      cause,
      error: 'The certificate of shop.test is good, but one that it builds on has expired.',
      details: shown('2026-09-09T00:00:00.000Z'),
    })
    expect(above).toContain('is good, but one that it builds on has expired')
    expect(above).not.toContain('2026-09-09')
    const soon = told({
      cause,
      status: 'degraded',
      error:
        'One that the certificate of shop.test builds on expires in 4 days (2026-03-14T00:00:00.000Z); fewer than 14 days left are a warning.',
      details: shown('2026-09-09T00:00:00.000Z'),
    })
    expect(soon).toContain('One that the certificate of shop.test builds on ends soon')
    expect(soon).not.toContain('2026-09-09')
    const warned = told({
      cause,
      status: 'degraded',
      details: shown('2026-03-15T00:00:00.000Z'),
    })
    expect(warned).toContain('The certificate of shop.test expires on 2026-03-15')
    const unverified = told({
      cause,
      status: 'degraded',
      error: 'The certificate has expired (2026-03-09T00:00:00.000Z).',
      details: shown('2026-03-09T00:00:00.000Z'),
    })
    expect(unverified).toContain('The certificate of shop.test has expired on 2026-03-09')
  })

  it.each<[Cause, string]>([
    ['certUntrusted', 'The certificate of shop.test has a key that is too short.'],
    ['dnsServfail', '192.0.2.1:53 refused to answer the question for shop.test (REFUSED).'],
    ['mailAuthFailed', 'mail.shop.test:25 refuses the sign-in for now: "454 4.7.0 later".'],
    ['authRequired', 'The server answered 401: it asks for a sign-in by Digest.'],
    ['starttlsMissing', 'shop.test:25 offers STARTTLS but refuses it: "454 TLS not available".'],
    ['mxMissing', 'The domain shop.test says that it takes no mail (a null MX record).'],
  ])('of %s why', (cause, error) => {
    expect(told({ cause, error })).toContain(` (${error.slice(0, -1)})`)
  })

  it.each<[Cause, string, string]>([
    [
      'dnssecBogus',
      'The DNSSEC signatures of shop.test are not valid: its records are given only when checking is switched off; the server says: Signature Expired, "RRSIG (of A)".',
      ' (the server says: Signature Expired, "RRSIG (of A)")',
    ],
    [
      'dnsNxdomain',
      'The name shop.test does not exist (NXDOMAIN; the server says: Blocked).',
      ' (the server says: Blocked)',
    ],
    [
      'dnsNoAddress',
      'The name shop.test has no IPv4 address (A record) (the server says: Filtered).',
      ' (the server says: Filtered)',
    ],
  ])('of %s what the name server says of its answer', (cause, error, said) => {
    expect(told({ cause, error })).toContain(said)
  })

  it.each<[Cause, string]>([
    ['dnsNxdomain', 'The name shop.test does not exist (NXDOMAIN; the server says: Blocked).'],
    ['dnsNoAddress', 'The name shop.test has no IPv4 address (the server says: Filtered, "x").'],
  ])('of %s first what to do about a resolver that holds the name back', (cause, error) => {
    const votes = ['a', 'b'].map((region) => vote(region, { cause, error }))
    expect(verdictOf(votes).advice[0]).toContain('holds the name back on purpose')
    const plain = votes.map((each) => ({ ...each, error: 'The name shop.test is blocked.' }))
    expect(verdictOf(plain).advice.join(' ')).not.toContain('on purpose')
  })

  it('of a certificate that is good which one is not valid yet', () => {
    const error =
      'The certificate of shop.test is good, but one that it builds on is not valid yet.'
    const above = told({ cause: 'certNotYetValid', error })
    expect(above).toContain('is good, but one that it builds on is not valid yet')
    const own = 'The certificate of shop.test is not valid yet (it will be from 2026-12-01).'
    expect(told({ cause: 'certNotYetValid', error: own })).not.toContain('builds on')
  })

  it('of a status that is not among the expected ones not that it breaks the protocol', () => {
    const error = 'The server answered 204 where 200 was expected.'
    const votes = ['a', 'b'].map((region) =>
      vote(region, { cause: 'protocolError', statusCode: 204, error }),
    )
    const { explanation, advice } = verdictOf(votes)
    expect(explanation).toContain('answers 204, which the monitor does not expect,')
    expect(explanation).not.toContain('breaks the protocol')
    expect(advice[0]).toContain('expectedStatus')
    const broken = told({ cause: 'protocolError', error: 'The answer of shop.test:443 breaks it.' })
    expect(broken).toContain('breaks the protocol')
  })

  it('of a page of which only the beginning was looked at that it was', () => {
    const error =
      'The text "x" is not in the first 1000 bytes of the answer, and only those were looked at.'
    expect(told({ cause: 'keywordMissing', error })).toContain('only those were looked at')
    const plain = told({ cause: 'keywordMissing', error: 'The text "x" is not in the answer.' })
    expect(plain).not.toContain('"x"')
  })

  it('of STARTTLS that is refused not that it is not offered', () => {
    const error = 'shop.test:25 offers STARTTLS but refuses it: "454 TLS not available".'
    expect(told({ cause: 'starttlsMissing', error })).not.toContain('offers no STARTTLS')
  })

  it('of redirects whether they never end, or are more than the monitor follows', () => {
    const many = told({ cause: 'redirectLoop', error: 'There are more than 2 redirects.' })
    expect(many).toContain('more redirects than the monitor follows')
    expect(many).not.toContain('never end')
    const round = 'The redirects come back to https://shop.test/ and never end.'
    expect(told({ cause: 'redirectLoop', error: round })).toContain('never end')
  })

  it('of a version of TLS which one the monitor asks for', () => {
    const error = 'shop.test:443 does not speak TLS 1.3 or newer.'
    const version = told({ cause: 'tlsProtocolTooOld', error })
    expect(version).toContain('speaks no version of TLS that the monitor accepts')
    expect(version).toContain('TLS 1.3 or newer')
  })

  it('of a warning the day that it is about, not that of another certificate', () => {
    const warned = told({
      cause: 'certExpired',
      status: 'degraded',
      error:
        'The certificate of shop.test expires in 5 days (2026-03-15T12:00:00.000Z); fewer than 14 days left are a warning.',
      details: shown('2026-09-09T00:00:00.000Z'),
    })
    expect(warned).toContain('expires on 2026-03-15')
    expect(warned).not.toContain('2026-09-09')
  })

  describe('of a dns monitor', () => {
    const explained = (more: Partial<RegionCheck>): string => {
      const votes = ['a', 'b'].map((region) => vote(region, more))
      return diagnose(factsOf({ type: 'dns', url: 'dns://shop.test' }, votes), OUTAGE_AT_MS).verdict
        .explanation
    }

    it('which server does not listen', () => {
      const error = 'No name server listens at 192.0.2.53:53: the port is closed.'
      const closed = explained({ cause: 'nameserverDown', error })
      expect(closed).toContain('No name server listens at 192.0.2.53:53: the port is closed')
      expect(closed).not.toContain('Name servers of shop.test are down')
      const zone = 'No name server of shop.test answers for it (ns1.shop.test: it does not answer).'
      const silent = explained({ cause: 'nameserverDown', error: zone })
      expect(silent).toContain('Name servers of shop.test are down')
    })

    it('which server is silent', () => {
      const error = '192.0.2.53:53 did not answer the DNS question in time.'
      expect(explained({ cause: 'dnsTimeout', error })).toContain('(192.0.2.53:53 did not answer')
      const plain = 'No name server answered for shop.test in time.'
      expect(explained({ cause: 'dnsTimeout', error: plain })).not.toContain('(')
    })

    it.each<[Cause, string]>([
      ['connectionTimeout', 'No connection to 192.0.2.53:853 comes about'],
      ['tlsHandshakeFailed', 'The TLS handshake with 192.0.2.53:853 fails'],
      ['serverError', '192.0.2.53:853 answers an error'],
    ])('what is wrong with the server that is asked: %s', (cause, text) => {
      const details = { resolver: '192.0.2.53:853' }
      expect(explained({ cause, details })).toContain(text)
      expect(explained({ cause, details: { resolver: 'system' } })).toContain('shop.test')
      expect(explained({ cause, details: { resolver: 7 } })).toContain('shop.test')
    })
  })

  describe('in the words of the type of monitor', () => {
    const analysisOf = (
      type: 'ping' | 'mail' | 'web' | 'dns',
      url: string,
      cause: Cause,
      status = 'down',
    ) =>
      diagnose(
        factsOf({ type, url }, [
          vote('a', { cause, status: status as RegionCheck['status'] }),
          vote('b', { cause, status: status as RegionCheck['status'] }),
        ]),
        OUTAGE_AT_MS,
      ).verdict

    it('a ping that nothing answers, or slowly', () => {
      const silent = analysisOf('ping', 'ping://shop.test', 'connectionTimeout')
      expect(silent.explanation).toContain('shop.test answers no echo request within 3 s')
      expect(silent.advice.join(' ')).toContain('ICMP')
      expect(silent.advice.join(' ')).not.toContain('this port')
      const slow = analysisOf('ping', 'ping://shop.test', 'slowConnect', 'degraded')
      expect(slow.explanation).toContain('Round trips to shop.test take too long')
      const web = analysisOf('web', WEB.url, 'connectionTimeout')
      expect(web.explanation).toContain('No connection to shop.test:443 comes about')
    })

    it('no setting that the monitor does not have', () => {
      const tls = (type: 'mail' | 'web', url: string) =>
        analysisOf(type, url, 'tlsProtocolTooOld').advice.join(' ')
      expect(tls('web', WEB.url)).toContain('tls.minVersion')
      expect(tls('mail', 'smtps://shop.test')).not.toContain('tls.minVersion')
      const family = (type: 'mail' | 'web', url: string) =>
        analysisOf(type, url, 'dnsNoAddress').advice.join(' ')
      expect(family('web', WEB.url)).toContain('ipFamily')
      expect(family('mail', 'smtps://shop.test')).not.toContain('ipFamily')
      const days = (type: 'mail' | 'dns', url: string) =>
        analysisOf(type, url, 'certExpired').advice.join(' ')
      expect(days('mail', 'smtps://shop.test')).toContain('minDaysLeft')
      expect(days('dns', 'dns://shop.test')).not.toContain('minDaysLeft')
    })
  })

  it('of an alias that it is one', () => {
    const alias = 'The name shop.test is an alias of cdn.test, which'
    const gone = told({ cause: 'dnsNxdomain', error: `${alias} does not exist (NXDOMAIN).` })
    expect(gone).toMatch(/^The name shop\.test is an alias of cdn\.test, which does not exist/)
    const empty = told({ cause: 'dnsNoAddress', error: `${alias} has no IPv4 address (A record).` })
    expect(empty).toMatch(/^The name shop\.test is an alias of cdn\.test, which has no IPv4/)
    const plain = told({ cause: 'dnsNxdomain', error: 'The name shop.test does not exist.' })
    expect(plain).toMatch(/^The name shop\.test does not exist as seen/)
  })
})

describe('several causes at once', () => {
  it.each<[string, (readonly [string, Cause])[], Cause]>([
    [
      'the one most regions tell',
      [
        ['a', 'serverError'],
        ['b', 'serverError'],
        ['c', 'dnsTimeout'],
      ],
      'serverError',
    ],
    [
      'of equals the first broken layer',
      [
        ['a', 'serverError'],
        ['b', 'connectionTimeout'],
      ],
      'connectionTimeout',
    ],
    [
      'of equals the first broken layer, whatever the order',
      [
        ['a', 'dnsServfail'],
        ['b', 'certExpired'],
      ],
      'dnsServfail',
    ],
  ])('%s', (_, told, cause) => {
    expect(verdictOf(told.map(([region, each]) => vote(region, { cause: each }))).cause).toBe(cause)
  })

  it('takes no trouble of an agent for a cause where others saw the target fail', () => {
    const ours = vote('a', { status: 'unknown', cause: 'agentEgressDown' })
    expect(verdictOf([ours, vote('b'), vote('c')]).cause).toBe('connectionRefused')
  })
})

describe('confidence', () => {
  it.each<[string, RegionCheck[], Partial<DiagnosisFacts>, number]>([
    ['all regions, one kind', [vote('a'), vote('b')], {}, 0.6],
    ['two of three, one kind', [vote('a'), vote('b'), good('c')], {}, 0.4],
    ['all regions, two kinds', [vote('a')], { gathered: [portsFrom('a')] }, 0.8],
  ])('%s', (_, votes, more, confidence) => {
    expect(verdictOf(votes, more).confidence).toBe(confidence)
  })
})

function portsFrom(region: string): DiagnosisFacts['gathered'][number] {
  return {
    region,
    role: 'failing',
    output: {
      startedAt: '2026-03-10T12:00:03.000Z',
      durationMs: 5,
      evidence: { ports: [{ port: 80, state: 'open' }] },
    },
  }
}

describe('a regional outage', () => {
  const regional = (votes: readonly RegionCheck[]) => {
    const facts = factsOf(WEB, votes)
    const outage = { ...facts.outage, scope: 'regional' } as const
    return diagnose({ ...facts, outage }, OUTAGE_AT_MS)
  }

  it('is the verdict where nothing more is known, the cause behind it', () => {
    const { verdict, alternatives } = regional([vote('a'), good('b'), good('c')])
    expect([verdict.cause, verdict.scope, verdict.confidence]).toEqual([
      'regionalOutage',
      'regional',
      0.6,
    ])
    expect(alternatives[0]?.cause).toBe('connectionRefused')
  })

  it('gives way to a cause that says who is turned away', () => {
    const blocked = vote('a', { cause: 'botBlocked', phase: 'firstByte', statusCode: 403 })
    expect(regional([blocked, good('b')]).verdict.cause).toBe('botBlocked')
  })

  it('stands behind the cause of a global one', () => {
    const { verdict, alternatives } = diagnose(
      factsOf(WEB, [vote('a'), vote('b'), good('c')]),
      OUTAGE_AT_MS,
    )
    expect(verdict.cause).toBe('connectionRefused')
    expect(alternatives.map(({ cause }) => cause)).toEqual(['regionalOutage'])
  })
})

test.each([
  [1, 'and b resolves the name'],
  [2, 'and b and c resolve the name'],
])('of a name that %i regions resolve it is told so', (count, words) => {
  const failing = vote('a', { cause: 'dnsTimeout', phase: 'dns' })
  const authorities = {
    name: 'shop.test',
    recordType: 'A',
    rcode: 'NOERROR',
    answers: ['192.0.66.1'],
    cause: null,
    error: null,
    zone: 'shop.test',
    nameServers: [],
  }
  const output = { startedAt: '2026-03-10T12:00:03.000Z', durationMs: 5, evidence: { authorities } }
  const verdict = verdictOf([failing, ...['b', 'c'].slice(0, count).map(good)], {
    gathered: [{ region: 'a', role: 'failing', output }],
  })
  expect(verdict.cause).toBe('resolverFault')
  expect(verdict.explanation).toContain(words)
})

describe('a target that never passed', () => {
  it('keeps its real cause, with the settings among the alternatives', () => {
    const { verdict, alternatives } = diagnose(
      factsOf(WEB, [vote('a')], { hasPassed: false, hasPassedSinceChange: false }),
      OUTAGE_AT_MS,
    )
    expect(verdict.cause).toBe('connectionRefused')
    expect(alternatives.map(({ cause }) => cause)).toEqual(['monitorMisconfigured'])
  })

  it('is not advised to have a change undone that there was none of', () => {
    const adviceOf = (hasPassed: boolean) =>
      diagnose(
        factsOf(WEB, [vote('a')], { hasPassed, hasPassedSinceChange: false }),
        OUTAGE_AT_MS,
      ).alternatives[0]?.advice.join(' ')
    expect(adviceOf(true)).toContain('Undo the latest change')
    expect(adviceOf(false)).not.toContain('Undo the latest change')
  })

  it('is not called misconfigured for what no setting can bring about', () => {
    const changed = { hasPassed: true, hasPassedSinceChange: false }
    const facts = factsOf(WEB, [vote('a', { cause: 'serverError', statusCode: 500 })], changed)
    const monitor = { ...facts.monitor, changedAtMs: OUTAGE_AT_MS - 1_000 }
    const { verdict, alternatives } = diagnose({ ...facts, monitor }, OUTAGE_AT_MS)
    expect(verdict.cause).toBe('serverError')
    expect(alternatives.map(({ cause }) => cause)).toEqual(['monitorMisconfigured'])
  })
})

const word = fc.constantFrom(...CAUSE_WORDS)
const ms = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }))
const anyVote = fc.record({
  region: fc.constantFrom('a', 'b', 'c', 'd'),
  atMs: fc.integer({ min: 0, max: 2e12 }),
  status: fc.constantFrom(...RESULT_STATUSES),
  cause: fc.option(word),
  phase: fc.option(fc.constantFrom(...PHASES)),
  error: fc.option(fc.string()),
  statusCode: fc.option(fc.integer({ min: 100, max: 999 })),
  responseMs: ms,
  ip: fc.option(fc.oneof(fc.ipV4(), fc.ipV6())),
  timings: fc.record({
    dnsMs: ms,
    connectMs: ms,
    tlsMs: ms,
    firstByteMs: ms,
    downloadMs: ms,
  }),
  details: fc.dictionary(fc.constantFrom('tls', 'headers', 'redirects'), fc.jsonValue()),
})
const anyFacts = fc
  .record({
    votes: fc.uniqueArray(anyVote, { selector: ({ region }) => region }),
    scope: fc.constantFrom('global', 'regional'),
    hasPassed: fc.boolean(),
    hasPassedSinceChange: fc.boolean(),
    agents: fc.array(
      fc.record({
        region: fc.constantFrom('a', 'b'),
        selfTestError: fc.option(fc.string()),
        isQuarantined: fc.boolean(),
        unrelatedHosts: fc.array(fc.string()),
      }),
    ),
    usual: fc.array(
      fc.record({
        region: fc.constantFrom('a', 'b'),
        checks: fc.nat(1_000),
        dnsMs: ms,
        connectMs: ms,
        tlsMs: ms,
        firstByteMs: ms,
        downloadMs: ms,
      }),
    ),
    neighbours: fc.array(
      fc.record({
        publicId: fc.string(),
        name: fc.string(),
        host: fc.string(),
        ip: fc.option(fc.oneof(fc.ipV4(), fc.ipV6())),
        cause: fc.oneof(word, fc.string()),
        startedAtMs: fc.integer({ min: OUTAGE_AT_MS - 1e7, max: OUTAGE_AT_MS + 1e7 }),
        isParent: fc.boolean(),
      }),
    ),
  })
  .map(({ votes, scope, ...more }): DiagnosisFacts => {
    const facts = factsOf(WEB, votes, more)
    return { ...facts, outage: { ...facts.outage, scope } }
  })

describe('any facts', () => {
  it('give a whole analysis of the documented form, the same each time, in any order of votes', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const analysis = diagnose(facts, OUTAGE_AT_MS)
        expect(Analysis.strict().safeParse(analysis).error).toBeUndefined()
        for (const each of [analysis.verdict, ...analysis.alternatives]) {
          expect(each.confidence).toBeGreaterThanOrEqual(0)
          expect(each.confidence).toBeLessThanOrEqual(1)
        }
        const causes = [analysis.verdict, ...analysis.alternatives].map(({ cause }) => cause)
        expect(new Set(causes).size).toBe(causes.length)
        const reversed = { ...facts, votes: facts.votes.toReversed() }
        expect(diagnose(reversed, OUTAGE_AT_MS).verdict).toEqual(analysis.verdict)
      }),
      { numRuns: 300 },
    )
  })
})
