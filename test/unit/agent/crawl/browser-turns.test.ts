import { expect, test } from 'vitest'
import { createLanes } from '../../../../agent/src/bounds/lanes.ts'
import { workFor } from '../../../../agent/src/bounds/sharer.ts'
import { createBrowserTurns } from '../../../../agent/src/crawl/browser-turns.ts'
import { WorkRefusal } from '../../../../agent/src/outcome/work.ts'

const NEVER = new AbortController().signal

/** A lane of so many pages, and the turns of crawls in it, in the order in which they come. */
function turnsIn(pages: number) {
  const { browser: lane } = createLanes({ total: 10, perHost: 5, pages })
  const turn = createBrowserTurns(lane, Math.max(1, pages - 1))
  const came: string[] = []
  const leave = new Map<string, () => void>()
  const ask = (name: string, host: string, sharer = ''): void =>
    void workFor(sharer, () => turn(host, NEVER)).then((given) => {
      came.push(name)
      leave.set(name, given)
    })
  return { lane, turn, came, leave, ask }
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

test('a page whose host is busy in the lane keeps none of another host from it', async () => {
  const { lane, came, ask } = turnsIn(2)
  const leaveCheck = lane.tryEnter('stalls.example')
  ask('theirs', 'stalls.example', 'theirs')
  await settled()
  ask('ours', 'quick.example', 'ours')
  await settled()
  expect(came).toEqual(['ours'])
  leaveCheck?.()
})

test('leaves one place of the lane to others, whatever waits', async () => {
  const { lane, came, leave, ask } = turnsIn(3)
  for (const name of ['a', 'b', 'c', 'd']) ask(name, `${name}.example`)
  await settled()
  expect(came).toEqual(['a', 'b'])
  expect(lane.inside()).toBe(2)
  leave.get('a')?.()
  await settled()
  expect(came).toEqual(['a', 'b', 'c'])
  expect(lane.inside()).toBe(2)
})

test('workspaces take turns, and each page comes once', async () => {
  const { lane, came, leave, ask } = turnsIn(2)
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, `${name}.example`, 'a')
  ask('b1', 'b1.example', 'b')
  for (let ended = 0; ended < 5; ended += 1) {
    await settled()
    leave.get(came[ended] ?? '')?.()
  }
  expect(came.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
  expect(came.indexOf('b1')).toBeLessThan(3)
  expect(lane.inside()).toBe(0)
})

test('one whose time is over while it waits is refused, and takes nothing along', async () => {
  const { lane, turn, came, leave, ask } = turnsIn(2)
  ask('first', 'first.example')
  await settled()
  const over = new AbortController()
  const given = turn('second.example', over.signal)
  over.abort()
  await expect(given).rejects.toThrow(WorkRefusal)
  leave.get('first')?.()
  ask('third', 'third.example')
  await settled()
  expect(came).toEqual(['first', 'third'])
  expect(lane.inside()).toBe(1)
})
