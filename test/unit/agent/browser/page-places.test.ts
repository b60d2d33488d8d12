import { expect, test } from 'vitest'
import { createPagePlaces } from '../../../../agent/src/browser/page-places.ts'
import { workFor } from '../../../../agent/src/bounds/sharer.ts'

const never = new AbortController().signal

test('places are taken in the order they were asked for', async () => {
  const places = createPagePlaces({ total: 1, waiting: 2 })
  const order: string[] = []
  const first = await places.take(never)
  const waiting = ['second', 'third'].map(async (name) => {
    const giveBack = await places.take(never)
    order.push(name)
    giveBack?.()
  })
  expect(await places.take(never)).toBeNull()
  first?.()
  first?.()
  await Promise.all(waiting)
  expect(order).toEqual(['second', 'third'])
  expect(await places.take(never)).not.toBeNull()
})

test('whoever leaves the line makes room in it', async () => {
  const places = createPagePlaces({ total: 1, waiting: 1 })
  const giveBack = await places.take(never)
  const leaving = new AbortController()
  const left = places.take(leaving.signal)
  leaving.abort()
  expect(await left).toBeNull()
  expect(await places.take(leaving.signal)).toBeNull()
  const next = places.take(never)
  giveBack?.()
  expect(await next).not.toBeNull()
})

test('whoever has many in the line lets others go in between, and does not fill it for them', async () => {
  const places = createPagePlaces({ total: 1, waiting: 3 })
  const order: string[] = []
  const giveBack = await places.take(never)
  const ask = (sharer: string) =>
    workFor(sharer, async () => {
      const leave = await places.take(never)
      order.push(leave === null ? `${sharer} refused` : sharer)
      leave?.()
    })
  const asked = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(ask)
  await asked[3]
  giveBack?.()
  await Promise.all(asked)
  expect(order).toEqual(['a refused', 'a', 'b', 'c', 'a', 'b', 'a'])
})

test('pages that hang leave others their share of the places, not only their turns', async () => {
  const places = createPagePlaces({ total: 2, waiting: 20 })
  const order: string[] = []
  const hanging: (() => void)[] = []
  const take = (sharer: string, isQuick: boolean): Promise<void> =>
    workFor(sharer, async () => {
      const giveBack = await places.take(never)
      order.push(sharer)
      if (isQuick) giveBack?.()
      else if (giveBack !== null) hanging.push(giveBack)
    })
  for (let n = 0; n < 5; n += 1) void take('hangs', false)
  const quick = Array.from({ length: 4 }, () => take('quick', true))
  await Promise.resolve()
  hanging.shift()?.()
  await Promise.all(quick)
  expect(order.slice(0, 6)).toEqual(['hangs', 'hangs', 'quick', 'quick', 'quick', 'quick'])
})
