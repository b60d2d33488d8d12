import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  generationOf,
  MEMORY_FORMAT,
  memoryShape,
  readMemory,
  storedMemory,
} from '../../../../../controller/src/verdicts/decision/memory.ts'

const regional = { startedAtMs: 1_000, regions: ['eu-west'] }

it('is read as it was stored, with the settings that it is of', () => {
  const stored: unknown = JSON.parse(storedMemory({ regional }, 7))
  expect(readMemory(stored)).toEqual({ regional })
  expect(generationOf(stored)).toBe(7)
})

it('is nothing where there is nothing to remember', () => {
  expect(storedMemory({}, 7)).toBe('{}')
  expect(generationOf({})).toBeNull()
})

it('of another version is looked through, and nothing where it says nothing to this one', () => {
  expect(readMemory({ regional, generation: 7 })).toEqual({ regional })
  expect(readMemory({ regional, generation: 7, format: MEMORY_FORMAT + 1 })).toEqual({ regional })
  expect(readMemory({ regional: 'everywhere', format: MEMORY_FORMAT + 1 })).toEqual({})
  for (const nonsense of [null, 'text', 3, []]) expect(readMemory(nonsense)).toEqual({})
})

it('has another number for another shape', () => {
  const digest = createHash('sha256').update(JSON.stringify(memoryShape())).digest('hex')
  expect({ format: MEMORY_FORMAT, digest: digest.slice(0, 16) }).toEqual({
    format: 1,
    digest: '6e1555eb038c815f',
  })
})
