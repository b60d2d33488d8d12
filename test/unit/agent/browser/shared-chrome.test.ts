import { expect, test } from 'vitest'
import type { ChromeKeeper } from '../../../../agent/src/browser/chrome-keeper.ts'
import type { ContextSupply } from '../../../../agent/src/browser/context-supply.ts'
import { LaunchError } from '../../../../agent/src/browser/launch.ts'
import { createPagePlaces } from '../../../../agent/src/browser/page-places.ts'
import { createTakeTurn } from '../../../../agent/src/browser/page-turn.ts'
import { createInSharedChrome } from '../../../../agent/src/browser/shared-chrome.ts'

const never = new AbortController().signal

/** Turns at one page, with nobody waiting for it. */
function atOnePage(missing: string | null = null) {
  const stopping = new AbortController()
  const places = createPagePlaces({ total: 1, waiting: 0 })
  const takeTurn = createTakeTurn({ missing, places, stopping: stopping.signal })
  return { takeTurn, stopping }
}

test('a page is had by one until it is given back; who gets none is told why', async () => {
  const { takeTurn, stopping } = atOnePage()
  const first = await takeTurn(never)
  if (!first.ok) throw new Error(first.message)
  expect(await takeTurn(never)).toMatchObject({ ok: false, kind: 'noRoom' })
  first.giveBack()
  expect(await takeTurn(never)).toMatchObject({ ok: true })
  expect(first.limit.aborted).toBe(false)
  stopping.abort()
  expect(first.limit.aborted).toBe(true)
  expect(await takeTurn(never)).toMatchObject({ ok: false, kind: 'stopping' })
  expect(await atOnePage('None here.').takeTurn(never)).toEqual({
    ok: false,
    kind: 'unavailable',
    message: 'None here.',
  })
})

test.each([
  [new LaunchError('It lacks a library.'), 'It lacks a library.'],
  [new DOMException('', 'TimeoutError'), /did not start within the time limit/],
])(
  'where Chrome does not start, that is told, and the place is free again',
  async (failure, why) => {
    const { takeTurn, stopping } = atOnePage()
    const inSharedChrome = createInSharedChrome({
      takeTurn,
      keeper: { take: () => Promise.reject(failure) } as unknown as ChromeKeeper,
      supply: {} as ContextSupply,
      stopping: stopping.signal,
    })
    const used = () => inSharedChrome('any', never, () => Promise.resolve('used'))
    const refused = { ok: false, kind: 'unavailable', message: expect.stringMatching(why) }
    expect(await used()).toEqual(refused)
    expect(await used()).toEqual(refused)
    stopping.abort()
    expect(await used()).toMatchObject({ kind: 'stopping' })
  },
)
