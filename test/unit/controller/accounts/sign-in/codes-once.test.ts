import { describe, expect, it } from 'vitest'
import { stepOf } from '../../../../../controller/src/accounts/sign-in/codes-once.ts'

/** Of RFC 6238, appendix B, six digits of each. */
const SECRET = '12345678901234567890'
const CODES = [
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

describe('the step of a code', () => {
  it.each(CODES)('is told at %i s', (seconds, code) => {
    const step = Math.floor(seconds / 30)
    const at = (offset: number) => new Date((seconds + offset) * 1_000)
    expect([-30, 0, 30].map((offset) => stepOf(code, SECRET, at(offset)))).toEqual([
      step,
      step,
      step,
    ])
    expect([-90, 60].map((offset) => stepOf(code, SECRET, at(offset)))).toEqual([null, null])
  })

  it.each(['', '28708', '2870822', 'undefined', '28708a'])('is none of %j', (code) => {
    expect(stepOf(code, SECRET, new Date(59_000))).toBeNull()
  })
})
