import { expect, test } from 'vitest'
import { workFor } from '../../../../agent/src/bounds/sharer.ts'
import { createLane } from '../../../../agent/src/icmp/lane.ts'

const never = new AbortController().signal

test('a few enter at once, the others in order when one leaves', async () => {
  const lane = createLane(2)
  const [first] = await Promise.all([lane.enter(never), lane.enter(never)])
  const entered: string[] = []
  const third = lane.enter(never).then(() => entered.push('third'))
  const fourth = lane.enter(never).then((leave) => {
    entered.push('fourth')
    return leave
  })
  first?.()
  first?.()
  await third
  expect(entered).toEqual(['third'])
  void fourth
})

test('one that gives up takes no place', async () => {
  const lane = createLane(1)
  const leave = await lane.enter(never)
  const impatient = new AbortController()
  const second = lane.enter(impatient.signal)
  const third = lane.enter(never)
  impatient.abort()
  expect(await second).toBeNull()
  leave?.()
  const leaveThird = await third
  expect(leaveThird).not.toBeNull()
  leaveThird?.()
  expect(await lane.enter(AbortSignal.abort())).toBeNull()
  expect(await lane.enter(never)).not.toBeNull()
})

test('whoever shares the lane takes turns: one with much to do holds up nobody else', async () => {
  const lane = createLane(1)
  const leave = await lane.enter(never)
  const entered: string[] = []
  const come = (sharer: string): Promise<void> =>
    workFor(sharer, async () => {
      const leaveNow = await lane.enter(never)
      entered.push(sharer)
      leaveNow?.()
    })
  const all = ['busy', 'busy', 'busy', 'busy', 'other'].map(come)
  leave?.()
  await Promise.all(all)
  expect(entered).toEqual(['busy', 'other', 'busy', 'busy', 'busy'])
})
