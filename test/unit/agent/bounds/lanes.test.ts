import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLanes } from '../../../../agent/src/bounds/lanes.ts'
import { workFor } from '../../../../agent/src/bounds/sharer.ts'
import { readOpenFilesLimit } from '../../../../agent/src/bounds/open-files-limit.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const USUAL = { total: 500, perHost: 10_000, pages: 2 }

/** How many there can be in a lane at once. */
function sizeOf(openFiles: number | undefined, lane: 'quick' | 'slow'): number {
  const gate = createLanes(openFiles === undefined ? USUAL : { ...USUAL, openFiles })[lane]
  for (let n = 0; n < 3_000; n += 1) gate.tryEnter(`host ${n}`)
  return gate.inside()
}

describe('the lanes', () => {
  it('are as they are set where enough files can be open', () => {
    for (const files of [undefined, 1_048_576, 4_096]) {
      expect(sizeOf(files, 'quick')).toBe(500)
      expect(sizeOf(files, 'slow')).toBe(2_000)
    }
    expect(createLanes(USUAL).wantedFiles).toBe(2_932)
  })

  it('are smaller where few can be, and together leave files to others', () => {
    const quick = sizeOf(1_024, 'quick')
    const slow = sizeOf(1_024, 'slow')
    expect({ quick, slow }).toEqual({ quick: 414, slow: 178 })
  })

  it('have room for somebody whatever the machine says', () => {
    expect(sizeOf(64, 'quick')).toBe(1)
    expect(sizeOf(64, 'slow')).toBe(2)
  })
})

describe('the limit of open files', () => {
  it('is what the system says of this process', () => {
    const file = path.join(temporaryFolder(), 'limits')
    writeFileSync(
      file,
      'Limit     Soft Limit  Hard Limit  Units\nMax open files  1024  4096  files\n',
    )
    expect(readOpenFilesLimit(file)).toBe(1_024)
    expect(readOpenFilesLimit('/nowhere/limits')).toBe(Infinity)
    expect(readOpenFilesLimit()).toBeGreaterThan(0)
  })
})

it.for(['browser', 'onDemand', 'crawl'] as const)(
  'work that hangs leaves others their share of the places of the lane %s, not only their turns',
  (name) => {
    const gate = createLanes({ total: 500, perHost: 10, pages: 4 })[name]
    const inside: { sharer: string; leave: () => void }[] = []
    const pass = (sharer: string, host: string): void =>
      workFor(sharer, () => gate.pass(host, false, (leave) => inside.push({ sharer, leave })))
    for (let n = 0; n < 200; n += 1) pass('hangs', `${n}.example`)
    for (let n = 0; n < 5; n += 1) pass('answers', `${n}.test`)
    inside.shift()?.leave()
    for (let served = 0; served < 5; served += 1) {
      const [last] = inside.splice(-1)
      expect(last?.sharer).toBe('answers')
      last?.leave()
    }
    expect(inside.at(-1)?.sharer).toBe('hangs')
  },
)
