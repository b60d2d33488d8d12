import { expect, it } from 'vitest'
import {
  differencesOf,
  shareOf,
} from '../../../../../controller/src/dispatch/ownership/difference.ts'
import { createMonitorTable } from '../../../../../controller/src/dispatch/ownership/monitor-table.ts'
import { createToldAssignments } from '../../../../../controller/src/sessions/told-assignments.ts'

function tableOf(marks: Readonly<Record<number, number>>) {
  const table = createMonitorTable()
  for (const [id, mark] of Object.entries(marks))
    table.set({ id: Number(id), needs: 'web', needsVersion: 1, mark })
  return table
}

function memberTold(agentId: string, marks: Readonly<Record<number, number>>) {
  const assigned = createToldAssignments()
  for (const [id, mark] of Object.entries(marks)) assigned.set(Number(id), mark)
  return { agentId, assigned }
}

/** Odd monitors are a's, even ones b's. */
const byTurns = ({ id }: { id: number }): string => (id % 2 === 0 ? 'b' : 'a')

it('is nothing where everybody was told what they should have', async () => {
  const a = memberTold('a', { 1: 10, 3: 30 })
  const differences = await differencesOf(tableOf({ 1: 10, 2: 20, 3: 30 }), byTurns, [a])
  expect(differences.get(a)).toEqual({ wanted: [], lost: [] })
})

it('is what is new or changed, and what is gone or another’s', async () => {
  const a = memberTold('a', { 1: 10, 2: 20, 3: 30, 9: 90 })
  const b = memberTold('b', {})
  const table = tableOf({ 1: 10, 2: 20, 3: 31, 5: 50 })
  const differences = await differencesOf(table, byTurns, [a, b])
  expect(differences.get(a)).toEqual({ wanted: [3, 5], lost: [2, 9] })
  expect(differences.get(b)).toEqual({ wanted: [2], lost: [] })
})

it('has the share of an agent that was told nothing yet', async () => {
  expect(await shareOf(tableOf({ 1: 10, 2: 20, 3: 30 }), byTurns, 'a')).toEqual([1, 3])
  expect(await shareOf(tableOf({ 1: 10 }), () => null, 'a')).toEqual([])
})
