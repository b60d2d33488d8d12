import { describe, expect, it } from 'vitest'
import { allPages, PER_PAGE } from '../../../../controller/web/src/data/all-pages.ts'

const listOf = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: `psn_${first + index}` }))

/** Reads pages of a list that may change in between. */
async function readAll(listAt: (page: number) => readonly { id: string }[]) {
  let asked = 0
  const read = await allPages(async (page) => {
    asked += 1
    const list = listAt(page)
    return { total: list.length, items: list.slice((page - 1) * PER_PAGE, page * PER_PAGE) }
  })
  return { read, asked }
}

describe('a list that comes in pages', () => {
  it.each([
    [0, 1],
    [1, 1],
    [PER_PAGE, 1],
    [PER_PAGE + 1, 2],
    [3 * PER_PAGE - 1, 3],
  ])('of %d is read whole, in %d questions', async (count, questions) => {
    const list = listOf(count)
    expect(await readAll(() => list)).toEqual({ read: list, asked: questions })
  })

  it('holds none twice, and ends, though some come and go meanwhile', async () => {
    const grown = await readAll((page) => listOf(PER_PAGE + 5, page === 1 ? 0 : -3))
    expect(new Set(grown.read.map(({ id }) => id)).size).toBe(grown.read.length)
    const shrunk = await readAll((page) => listOf(page === 1 ? 2 * PER_PAGE : 10))
    expect(shrunk.read).toHaveLength(PER_PAGE)
  })
})
