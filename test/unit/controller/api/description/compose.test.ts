import { describe, expect, it } from 'vitest'
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

  it('names a field that has no example', () => {
    expect(() => exampleOf(ProbeList)).toThrow('"id" has no example')
  })
})
