import { expect, test } from 'vitest'
import { createPagePlaces } from '../../../../agent/src/browser/page-places.ts'

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
