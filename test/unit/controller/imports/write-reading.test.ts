import { describe, expect, it } from 'vitest'
import type { ReadThing } from '../../../../controller/src/imports/reading/reading.ts'
import { NOTHING } from '../../../../controller/src/imports/reading/reading.ts'
import { linesOf } from '../../../../controller/src/imports/reading/write-reading.ts'

function windowOf(monitorIds: readonly string[]): ReadThing {
  return { ref: 'mw_1', name: 'Upgrade', at: 'maintenance[0]', body: { monitorIds }, warnings: [] }
}

const lineOf = (window: ReadThing) =>
  [...linesOf('sightline', { ...NOTHING, windows: [window] })].at(1)

describe('a maintenance window of a file', () => {
  it('may name every monitor that a file may hold', () => {
    const ids = Array.from(
      { length: 100_000 },
      (_, index) => `mon_${String(index).padStart(20, '0')}`,
    )
    expect(lineOf(windowOf(ids))).toMatchObject({
      kind: 'window',
      thing: { body: { monitorIds: ids } },
    })
  })

  it.each([
    [
      'so many names that they are the whole file',
      Array.from({ length: 1_000_000 }, () => 'a'),
      /larger/,
    ],
    ['more names than there can be', Array.from({ length: 100_001 }, () => 'a'), /names more than/],
    ['names without end', ['a'.repeat(10_000_000)], /larger than \d+ characters/],
  ])('with %s is left out, and said', (_what, ids, reason) => {
    expect(lineOf(windowOf(ids))).toEqual({
      kind: 'notCarried',
      left: {
        what: 'window',
        name: 'Upgrade',
        at: 'maintenance[0]',
        reason: expect.stringMatching(reason),
      },
    })
  })
})
