import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { exampleOf } from '../../../../../controller/src/api/description/compose.ts'
import { UsageObject } from '../../../../../controller/src/api/schemas/answers.ts'
import { ProbeList } from '../../../../../controller/src/api/schemas/probe.ts'

describe('exampleOf', () => {
  it('takes the example of each field, and what is told instead, in the order of the schema', () => {
    expect(Object.entries(exampleOf(UsageObject, { tier: 'pro' }))).toEqual([
      ['used', 12],
      ['dailyLimit', 1000],
      ['tier', 'pro'],
    ])
  })

  it('goes into lists and objects', () => {
    const { probes, usage } = exampleOf(ProbeList, { id: 'a' })
    expect(probes).toMatchObject([{ region: 'eu-west', lastError: null }])
    expect(usage.used).toBe(12)
  })

  it('takes the least where there is no example', () => {
    const schema = z.object({
      text: z.string().nullable(),
      count: z.int().min(2),
      word: z.enum(['a', 'b']),
      is: z.boolean().default(true),
      names: z.array(z.string()),
      left: z.string().optional(),
    })
    expect(exampleOf(schema)).toEqual({ text: null, count: 2, word: 'a', is: false, names: [] })
  })

  it('puts what is told into what it is told of, at any depth', () => {
    const { probes } = exampleOf(ProbeList, { probes: [{}, { region: 'us-east' }] })
    expect(probes.map(({ region, name }) => [region, name])).toEqual([
      ['eu-west', 'Western Europe'],
      ['us-east', 'Western Europe'],
    ])
  })

  it('takes the choice that what is told fits', () => {
    const choice = z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), id: z.string().meta({ example: 'a' }) }),
      z.object({ ok: z.literal(false), error: z.string().meta({ example: 'No.' }) }),
    ])
    expect(exampleOf(choice)).toEqual({ ok: true, id: 'a' })
    expect(exampleOf(choice, { ok: false })).toEqual({ ok: false, error: 'No.' })
  })

  it('names a field that has no example, and one that is told and not there', () => {
    expect(() => exampleOf(z.object({ id: z.string() }))).toThrow('"id" has no example')
    const told = { id: 'a', ids: 'b' }
    expect(() => exampleOf(z.object({ id: z.string() }), told)).toThrow('no field "ids"')
  })
})
