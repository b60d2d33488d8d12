import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Piece } from '../../../../../controller/src/reports/results/locate-page.ts'
import {
  joinPieces,
  locatePage,
  piecesToRefine,
  replacePieces,
} from '../../../../../controller/src/reports/results/locate-page.ts'

const HOUR_MS = 3_600_000
const hour = (n: number, matching: number): Piece => ({
  fromMs: n * HOUR_MS,
  toMs: (n + 1) * HOUR_MS,
  checks: matching,
  matching,
  spanMinutes: 60,
})
const counts = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 30 })
const slice = fc.record({
  offset: fc.integer({ min: 0, max: 120 }),
  limit: fc.integer({ min: 1, max: 40 }),
})
const newestFirst = (amounts: readonly number[]) =>
  amounts.map((matching, n) => hour(amounts.length - n, matching))

describe('finding a page by counts', () => {
  it('gives what a list of all results would, from as few pieces as hold it', () => {
    fc.assert(
      fc.property(counts, slice, (amounts, asked) => {
        const rowsOf = (pieces: readonly Piece[]) =>
          pieces.flatMap((piece) =>
            Array.from({ length: piece.matching }, (_, n) => `${piece.fromMs}/${n}`),
          )
        const pieces = newestFirst(amounts)
        const page = locatePage(pieces, asked)
        const expected = rowsOf(pieces).slice(asked.offset, asked.offset + asked.limit)
        const found = rowsOf(page.pieces)
        expect(found.slice(page.offset, page.offset + asked.limit)).toEqual(expected)
        expect(page.pieces.every((piece) => piece.matching > 0)).toBe(true)
        expect(page.offset).toBeLessThan(Math.max(1, page.pieces[0]?.matching ?? 1))
        if (page.pieces.length > 0) {
          const last = page.pieces.at(-1)?.matching ?? 0
          expect(found.length - last).toBeLessThan(page.offset + asked.limit)
        }
      }),
    )
  })

  it('finds the same page in finer pieces', () => {
    fc.assert(
      fc.property(counts, slice, (amounts, asked) => {
        const fine = newestFirst(amounts)
        const coarse = [
          {
            fromMs: 0,
            toMs: 40 * HOUR_MS,
            checks: amounts.reduce((sum, amount) => sum + amount, 0),
            matching: amounts.reduce((sum, amount) => sum + amount, 0),
            spanMinutes: 1_440,
          },
        ]
        expect(locatePage(replacePieces(coarse, coarse, fine), asked)).toEqual(
          locatePage(fine, asked),
        )
      }),
    )
  })

  it('refines while there is too much to read and it can', () => {
    const raw = { ...hour(1, 900), spanMinutes: null }
    const pieces = [raw, hour(0, 200)]
    expect(piecesToRefine(pieces, 1_100)).toEqual([])
    expect(piecesToRefine(pieces, 1_000)).toEqual([pieces[1]])
    expect(piecesToRefine([raw], 10)).toEqual([])
    expect(piecesToRefine([{ ...hour(0, 99), spanMinutes: 15 }], 10)).toEqual([])
  })

  it('joins pieces that touch', () => {
    expect(joinPieces([hour(9, 1), hour(5, 1), hour(4, 1), hour(3, 1)])).toEqual([
      { fromMs: 9 * HOUR_MS, toMs: 10 * HOUR_MS },
      { fromMs: 3 * HOUR_MS, toMs: 6 * HOUR_MS },
    ])
    expect(joinPieces([])).toEqual([])
  })
})
