import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRefusedKeys } from '../../../../controller/src/limits/refused-keys.ts'

const hashOf = (key: string) => createHash('sha256').update(key).digest()
const LIMITS = { keptMs: 5_000, maxKeys: 3 }

describe('keys that were refused', () => {
  it('are known for a while', () => {
    const keys = createRefusedKeys(LIMITS)
    keys.asking(hashOf('a'), 0)()
    keys.asking(null, 0)()
    expect(keys.has(hashOf('a'), 4_999)).toBe(true)
    expect(keys.has(null, 4_999)).toBe(true)
    expect(keys.has(hashOf('b'), 0)).toBe(false)
    expect(keys.has(hashOf('a'), 5_000)).toBe(false)
  })

  it('are forgotten as soon as any key changes, also those that were being looked up', () => {
    const keys = createRefusedKeys(LIMITS)
    keys.asking(hashOf('a'), 0)()
    const remember = keys.asking(hashOf('b'), 0)
    keys.forget()
    remember()
    expect([keys.has(hashOf('a'), 0), keys.has(hashOf('b'), 0)]).toEqual([false, false])
  })

  it('are no more than it may remember', () => {
    const keys = createRefusedKeys(LIMITS)
    for (let n = 0; n < 100; n += 1) keys.asking(hashOf(`${n}`), 0)()
    expect(keys.size()).toBe(3)
    expect(keys.has(hashOf('99'), 0)).toBe(true)
    expect(keys.has(hashOf('0'), 0)).toBe(false)
  })
})
