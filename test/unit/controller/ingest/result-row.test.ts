import type { MessageInitShape } from '@bufbuild/protobuf'
import { create } from '@bufbuild/protobuf'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import type { FailureSource } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckResultSchema, CheckStatus } from '@sightline/shared/gen/probe/v1/result_pb'
import { describe, expect, it } from 'vitest'
import {
  admitResult,
  latestOfRegions,
  orderedByKey,
} from '../../../../controller/src/ingest/result-row.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

type Fields = MessageInitShape<typeof CheckResultSchema>

function aResult(fields: Fields = {}): CheckResult {
  return create(CheckResultSchema, {
    sequence: 1n,
    monitorId: 5,
    scheduledAtMs: BigInt(NOW - 1_000),
    startedAtMs: BigInt(NOW - 990),
    durationMs: 40,
    status: CheckStatus.UP,
    statusCode: 200,
    responseMs: 38.26,
    ip: '192.0.2.1',
    ...fields,
  })
}

function rowOf(fields: Fields = {}) {
  const admission = admitResult(aResult(fields), 'eu-west', NOW)
  if (!admission.ok) throw new Error(admission.reason)
  return admission.row
}

describe('admitting a result', () => {
  it('keeps what the agent measured, in its token’s region', () => {
    expect(rowOf()).toMatchObject({
      monitorId: 5,
      region: 'eu-west',
      status: 'up',
      statusCode: 200,
      responseMs: 38.3,
      counted: true,
      late: false,
      failureSource: null,
      ip: '192.0.2.1',
    })
  })

  it.each<[string, Fields]>([
    ['no status', { status: CheckStatus.UNSPECIFIED }],
    ['no monitor', { monitorId: 0 }],
    ['a monitor no database has', { monitorId: 4_000_000_000 }],
    ['a slot in the future', { scheduledAtMs: BigInt(NOW + 120_000) }],
    ['a start in the future', { startedAtMs: BigInt(NOW + 120_000) }],
    ['an age past retention', { scheduledAtMs: BigInt(NOW - 401 * 86_400_000) }],
    ['an endless attempt', { attempt: 100_000 }],
    ['details that are no JSON', { detailsJson: '{' }],
    ['details that are no object', { detailsJson: '[1]' }],
    ['a start over two minutes after its slot', { scheduledAtMs: BigInt(NOW - 120_991) }],
    ['a start over two minutes before its slot', { startedAtMs: BigInt(NOW - 121_001) }],
    ['details that are too large', { detailsJson: `{"a":"${'x'.repeat(20_000)}"}` }],
    ['details with NUL', { detailsJson: '{"a":"\\u0000"}' }],
    ['details with half a surrogate pair', { detailsJson: '{"a":"\\ud800"}' }],
  ])('refuses a result with %s', (_, fields) => {
    expect(admitResult(aResult(fields), 'eu-west', NOW).ok).toBe(false)
  })

  it('refuses what is older than results are kept', () => {
    const DAY = 86_400_000
    const aged = (days: number) =>
      aResult({
        scheduledAtMs: BigInt(NOW - days * DAY),
        startedAtMs: BigInt(NOW - days * DAY),
      })
    expect(admitResult(aged(398), 'eu-west', NOW).ok).toBe(true)
    expect(admitResult(aged(400), 'eu-west', NOW).ok).toBe(false)
    expect(admitResult(aged(38), 'eu-west', NOW, 40).ok).toBe(true)
    expect(admitResult(aged(40), 'eu-west', NOW, 40).ok).toBe(false)
  })

  it('makes harmless what a lying agent adds', () => {
    const row = rowOf({
      status: CheckStatus.DOWN,
      statusCode: 4_000_000,
      responseMs: Number.NaN,
      ip: "'; drop table monitors",
      failure: {
        source: 99 as FailureSource,
        phase: 'nowhere',
        cause: 'noSuchCause',
        message: `a\0${'b'.repeat(5_000)}`,
      },
    })
    expect(row).toMatchObject({
      statusCode: null,
      responseMs: null,
      ip: null,
      failureSource: 'agent',
      phase: null,
      cause: null,
    })
    expect(row.error).not.toContain('\0')
    expect(row.error?.length).toBeLessThanOrEqual(1_000)
  })

  it('takes an address with its zone, and none without end', () => {
    expect(rowOf({ ip: 'fe80::1%eth0' }).ip).toBe('fe80::1%eth0')
    // An address for Node all the same.
    expect(rowOf({ ip: `fe80::1%${'a'.repeat(1_000_000)}` }).ip).toBeNull()
  })

  it('refuses states that there are not in the same words, so that each is not a line of the log', () => {
    const reasons = Array.from({ length: 100 }, (_, n) => {
      const admission = admitResult(aResult({ status: (1_000 + n) as CheckStatus }), 'eu-west', NOW)
      return admission.ok ? null : admission.reason
    })
    expect(new Set(reasons)).toEqual(new Set(['unknown status']))
    const newer = admitResult(aResult({ status: 9 as CheckStatus }), 'eu-west', NOW)
    expect(newer).toEqual({ ok: false, reason: 'unknown status 9' })
  })

  it('keeps what was spooled for a day, whose check began in its time', () => {
    const fields = {
      scheduledAtMs: BigInt(NOW - 86_460_000),
      startedAtMs: BigInt(NOW - 86_400_000),
    }
    expect(rowOf(fields)).toMatchObject({ late: true, scheduledAtMs: NOW - 86_460_000 })
  })

  it('keeps checks beside the grid that waited for their agent, near their beginning', () => {
    const startedAtMs = NOW - 990
    const waited = { attempt: 1, scheduledAtMs: BigInt(NOW - 3_600_000) }
    expect(rowOf(waited)).toMatchObject({
      scheduledAtMs: startedAtMs - 120_000,
      askedAtMs: NOW - 3_600_000,
    })
    const prompt = { attempt: 1, scheduledAtMs: BigInt(startedAtMs - 120_000) }
    expect(rowOf(prompt)).toMatchObject({ scheduledAtMs: startedAtMs - 120_000 })
    const early = { attempt: 1, startedAtMs: BigInt(NOW - 3_600_000) }
    expect(rowOf(early)).toMatchObject({ scheduledAtMs: NOW - 3_480_000 })
  })

  it('refuses rechecks that began far from when they were handed out', () => {
    const recheck = { attempt: 2, confirmation: true, scheduledAtMs: BigInt(NOW - 990) }
    expect(rowOf({ ...recheck, startedAtMs: BigInt(NOW - 990) })).toMatchObject({ attempt: 2 })
    const elsewhere = { ...recheck, startedAtMs: BigInt(NOW - 3_600_000) }
    expect(admitResult(aResult(elsewhere), 'eu-west', NOW).ok).toBe(false)
  })

  it('cuts a long error between characters', () => {
    const message = `${'x'.repeat(999)}\u{1F600}`
    const { error } = rowOf({ status: CheckStatus.DOWN, failure: { message } })
    expect(error?.isWellFormed()).toBe(true)
  })

  it('calls a result late whose check ended over 30 s ago', () => {
    expect(rowOf({ startedAtMs: BigInt(NOW - 31_000) }).late).toBe(true)
    expect(rowOf({ startedAtMs: BigInt(NOW - 31_000), durationMs: 5_000 }).late).toBe(false)
  })

  it('reads the certificate’s expiry out of the details', () => {
    const expiresAt = '2027-01-01T00:00:00.000Z'
    const row = rowOf({ detailsJson: JSON.stringify({ tls: { expiresAt } }) })
    expect(row.tlsExpiresAtMs).toBe(Date.parse(expiresAt))
  })

  it.each([
    ['2026-12-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['soon', '2027-01-01T00:00:00.000Z'],
    [7, '2027-01-01T00:00:00.000Z'],
  ])('reads that of one that it builds on where that comes first: %j', (chainExpiresAt, end) => {
    const tls = { expiresAt: '2027-01-01T00:00:00.000Z', chainExpiresAt }
    const row = rowOf({ detailsJson: JSON.stringify({ tls }) })
    expect(row.tlsExpiresAtMs).toBe(Date.parse(end))
  })
})

describe('details', () => {
  it('lose what no column can hold', () => {
    const row = rowOf({
      detailsJson: '{"a":1e999999,"tls":{"expiresAt":"-200000-01-01T00:00:00Z"}}',
    })
    expect(row.tlsExpiresAtMs).toBeNull()
    expect(JSON.parse(row.details ?? '')).toMatchObject({ a: null })
  })

  it.each(['1e999', '1E-20000', '-1e+400', '9'.repeat(400), `0.${'0'.repeat(14_000)}1`])(
    'hold no number that jsonb may refuse: %.20s',
    (number) => {
      const { details } = rowOf({ detailsJson: `{"a":[${number}]}` })
      expect(details).toBe(JSON.stringify({ a: [Number(number)] }))
    },
  )

  it('stay as they were written otherwise', () => {
    const detailsJson = '{ "a": 1.50, "b": [12e10, "\\u00e9", "ü"] }'
    expect(rowOf({ detailsJson }).details).toBe(detailsJson)
  })
})

describe('a batch of rows', () => {
  it('is ordered by key with each key once', () => {
    const first = rowOf()
    const rows = orderedByKey([rowOf({ monitorId: 9 }), first, rowOf(), rowOf({ attempt: 1 })])
    expect(rows.map((row) => [row.monitorId, row.attempt])).toEqual([
      [5, 0],
      [5, 1],
      [9, 0],
    ])
    expect(rows[0]).toBe(first)
  })

  it('has one latest row for each monitor and region', () => {
    const newer = rowOf({ startedAtMs: BigInt(NOW - 10) })
    const flags = (rows: ReturnType<typeof rowOf>[]) =>
      latestOfRegions(rows, () => true).map(({ isLatest }) => isLatest)
    expect(flags([newer, rowOf(), rowOf({ monitorId: 2 })])).toEqual([true, false, true])
    expect(flags([rowOf(), rowOf()])).toEqual([true, false])
  })

  it('knows with the latest row when the newest that counts was', () => {
    const rows = [NOW - 30, NOW - 10, NOW - 20].map((ms) => rowOf({ startedAtMs: BigInt(ms) }))
    const [oldest, newest, middle] = rows
    const countedOf = (counting: unknown[]) =>
      latestOfRegions(rows, (row) => counting.includes(row)).map(({ countedAtMs }) => countedAtMs)
    expect(countedOf([])).toEqual([null, null, null])
    expect(countedOf([oldest, middle])).toEqual([null, NOW - 20, null])
    expect(countedOf([oldest, newest])).toEqual([null, NOW - 10, null])
  })
})
