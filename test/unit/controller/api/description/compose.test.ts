import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { exampleOf } from '../../../../../controller/src/api/description/compose.ts'

const name = z.string().meta({ example: 'Shop' })

describe('exampleOf', () => {
  it('takes the example of each field, also of what a field may hold', () => {
    const schema = z.object({
      name,
      error: z.string().nullable().meta({ example: null }),
      owner: z.object({ name }).nullable(),
      parts: z.array(z.object({ name })),
      note: name.optional(),
    })
    expect(exampleOf(schema)).toEqual({
      name: 'Shop',
      error: null,
      owner: { name: 'Shop' },
      parts: [{ name: 'Shop' }],
    })
  })

  it('keeps the order of the schema whatever is told', () => {
    const schema = z.object({ id: z.string(), name, note: z.string().optional() })
    const example = exampleOf(schema, { note: 'Soon', id: 'a' })
    expect(Object.entries(example)).toEqual([
      ['id', 'a'],
      ['name', 'Shop'],
      ['note', 'Soon'],
    ])
  })

  it('names a field that has no example', () => {
    const schema = z.object({ id: z.string(), name })
    expect(() => exampleOf(schema)).toThrow('"id" has no example')
  })
})
