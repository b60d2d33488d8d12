import { logContext, withLogContext } from '@sightline/shared/log-context'
import { expect, test } from 'vitest'
import { presentSharer, workFor } from '../../../../agent/src/bounds/sharer.ts'
import { createGate } from '../../../../agent/src/bounds/gate.ts'

function gateWith(limits: { total: number; perKey: number }) {
  const gate = createGate(limits)
  const entered: string[] = []
  const leave = new Map<string, () => void>()
  const pass = (name: string, key: string, urgent = false): void => {
    gate.pass(key, urgent, (leaveNow) => {
      entered.push(name)
      leave.set(name, leaveNow)
    })
  }
  return { gate, entered, pass, leave: (name: string) => leave.get(name)?.() }
}

test('so many per host, so many in all, the others in order', () => {
  const { gate, entered, pass, leave } = gateWith({ total: 3, perKey: 2 })
  pass('a1', 'a')
  pass('a2', 'a')
  pass('a3', 'a')
  pass('b1', 'b')
  pass('c1', 'c')
  expect(entered).toEqual(['a1', 'a2', 'b1'])
  expect(gate.waiting()).toBe(2)
  leave('a1')
  expect(entered).toEqual(['a1', 'a2', 'b1', 'c1'])
  leave('b1')
  expect(entered.at(-1)).toBe('a3')
  expect([gate.inside(), gate.waiting()]).toEqual([3, 0])
})

test('the urgent go before those that wait', () => {
  const { entered, pass, leave } = gateWith({ total: 1, perKey: 1 })
  pass('first', 'a')
  pass('waiting', 'b')
  pass('urgent', 'c', true)
  leave('first')
  expect(entered).toEqual(['first', 'urgent'])
})

test('leaving twice frees one place only', () => {
  const { gate, pass, leave } = gateWith({ total: 5, perKey: 5 })
  pass('a', 'a')
  pass('b', 'a')
  leave('a')
  leave('a')
  expect(gate.inside()).toBe(1)
})

test('thousands that wait for one host do not hold up another', () => {
  const { entered, pass, leave } = gateWith({ total: 100, perKey: 1 })
  for (let i = 0; i < 20_000; i += 1) pass(`slow${i}`, 'slow')
  pass('quick', 'quick')
  expect(entered).toEqual(['slow0', 'quick'])
  for (let i = 0; i < 20_000; i += 1) leave(`slow${i}`)
  expect(entered).toHaveLength(20_001)
})

test('sharers go in by turns, each for itself whoever made room', () => {
  const gate = createGate({ total: 1, perKey: 9 })
  const entered: string[] = []
  let leave = (): void => {}
  const pass = (sharer: string, key: string) =>
    workFor(sharer, () =>
      gate.pass(key, false, (leaveNow) => {
        entered.push(presentSharer())
        leave = leaveNow
      }),
    )
  for (const sharer of ['a', 'a', 'a', 'b', 'c']) pass(sharer, 'host')
  for (let n = 0; n < 4; n += 1) leave()
  expect(entered).toEqual(['a', 'a', 'b', 'c', 'a'])
})

test('whoever waits goes in for what it came for, whoever made room', () => {
  const gate = createGate({ total: 1, perKey: 1 })
  const entered: unknown[] = []
  const leaves: (() => void)[] = []
  const come = (work: string, key: string): void =>
    withLogContext({ work }, () =>
      gate.pass(key, false, (leave) => {
        entered.push([work, logContext()])
        leaves.push(leave)
      }),
    )
  for (const [work, key] of [
    ['first', 'a'],
    ['same host', 'a'],
    ['another', 'b'],
  ] as const) {
    come(work, key)
  }
  for (const of of ['somebody', 'somebody else']) {
    withLogContext({ work: of }, () => leaves.at(-1)?.())
  }
  expect(entered).toEqual(['first', 'another', 'same host'].map((work) => [work, { work }]))
})

test('what is urgent to one sharer, without end, leaves others every second place', () => {
  const gate = createGate({ total: 1, perKey: 1 })
  const entered: string[] = []
  let leave = (): void => {}
  const pass = (sharer: string, name: string, urgent: boolean): void =>
    workFor(sharer, () =>
      gate.pass(name, urgent, (leaveNow) => {
        entered.push(name)
        leave = leaveNow
        // What failed is confirmed once more.
        if (urgent) pass(sharer, `${name}+`, true)
      }),
    )
  pass('failing', 'first', false)
  pass('failing', 'own', false)
  for (const name of ['b', 'c']) pass('other', name, false)
  for (const name of ['x', 'y']) pass('failing', name, true)
  for (let n = 0; n < 6; n += 1) leave()
  expect(entered).toEqual(['first', 'x', 'b', 'y', 'c', 'x+', 'y+'])
})
