import { safeEncode } from 'zod/v4/core'
import { z } from 'zod'
import { describe, expect, it, test } from 'vitest'
import { createIsEncoded } from '../../../../controller/src/api/is-encoded.ts'
import { PerformanceAnswer } from '../../../../controller/src/api/schemas/performance.ts'
import { IsoTime } from '../../../../controller/src/api/schemas/time.ts'

const Thing = z.object({
  id: z.string(),
  at: IsoTime.meta({ description: 'When.' }),
  count: z.int(),
  share: z.number().nullable(),
  isGood: z.boolean(),
  kind: z.enum(['a', 'b']),
  parts: z.array(z.object({ n: z.int() })),
  total: z.int().min(0).max(9),
  beats: z.string().optional(),
  details: z.record(z.string(), z.unknown()),
  note: z.string().optional(),
})

const THING = {
  id: 'thing_1',
  at: new Date('2026-01-31T12:00:00.000Z'),
  count: 3,
  share: null,
  isGood: true,
  kind: 'a',
  parts: [{ n: 1 }, { n: -0 }],
  total: 9,
  beats: 'u',
  details: { b: [1, { c: null }], 1: 'a' },
}

const isThing = createIsEncoded(Thing)

it('lets what is as its schema says be written as it is', () => {
  expect(isThing(THING)).toBe(true)
  expect(JSON.stringify(THING)).toBe(JSON.stringify(safeEncode(Thing, THING as never).data))
})

it('does so with what may be missing', () => {
  const noted = { ...THING, note: 'x' }
  expect(isThing(noted)).toBe(true)
  expect(JSON.stringify(noted)).toBe(JSON.stringify(safeEncode(Thing, noted as never).data))
})

const { id, ...withoutId } = THING

test.for<readonly [string, unknown]>([
  ['a field that the schema does not name', { ...THING, secret: 'x' }],
  ['one in a part', { ...THING, parts: [{ n: 1, secret: 'x' }] }],
  ['a field that is missing', withoutId],
  ['fields in another order', { ...withoutId, id }],
  ['a field that is undefined', { ...THING, share: undefined }],
  ['a number that is none', { ...THING, share: Number.NaN }],
  ['a fraction for a whole number', { ...THING, count: 0.5 }],
  ['a whole number that is too large', { ...THING, count: 2 ** 53 }],
  ['a number that is too large', { ...THING, total: 10 }],
  ['one that is too small', { ...THING, total: -1 }],
  ['details that would change what it is', { ...THING, details: JSON.parse('{"__proto__": 1}') }],
  ['a text for a number', { ...THING, count: '3' }],
  ['a word that is none of them', { ...THING, kind: 'c' }],
  ['no time', { ...THING, at: new Date(Number.NaN) }],
  ['a year of five digits', { ...THING, at: new Date(Date.UTC(10_000, 0, 1)) }],
  ['the text of a time', { ...THING, at: '2026-01-31T12:00:00.000Z' }],
  ['a list', [THING]],
  ['nothing', null],
])('leaves %s to the schema', ([, value]) => {
  expect(isThing(value)).toBe(false)
})

describe('a schema with more to it than types', () => {
  it.for<readonly [string, z.ZodType, unknown]>([
    ['a rule', z.string().max(3), 'ab'],
    ['a format', z.email(), 'a@b.example'],
    ['a rule of a list', z.array(z.string()).max(3), ['a']],
    ['a rule of an object', z.object({ a: z.string() }).refine(() => true), { a: 'b' }],
    ['fields of any name', z.looseObject({ a: z.string() }), { a: 'b' }],
    ['another bound', z.number().gt(0), 1],
    ['a step', z.number().multipleOf(2), 2],
    ['keys of one kind', z.record(z.enum(['a']), z.string()), { a: 'b' }],
    [
      'another codec',
      z.codec(z.string(), z.date(), { decode: (t) => new Date(t), encode: String }),
      new Date(0),
    ],
  ])('is asked itself about %s', ([, schema, value]) => {
    expect(createIsEncoded(schema)(value)).toBe(false)
  })
})

it('knows all of the longest report', () => {
  const point = {
    at: new Date(0),
    checks: 180,
    up: 179,
    down: 1,
    uptime: 99.5,
    avgResponseMs: 1.5,
    minMs: 1,
    maxMs: 2,
    p50Ms: 1.5,
    p95Ms: null,
    timings: { dnsMs: 1, connectMs: 1, tlsMs: 1, firstByteMs: 1, downloadMs: 1 },
  }
  const report = {
    id: 'mon_1',
    interval: 'hour',
    from: new Date(0),
    to: new Date(1),
    utcOffsetMinutes: 0,
    points: [point, point],
    usage: { used: 1, dailyLimit: null, tier: 'free' },
  }
  expect(createIsEncoded(PerformanceAnswer)(report)).toBe(true)
})
