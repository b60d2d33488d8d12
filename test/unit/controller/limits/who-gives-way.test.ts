import { expect, test } from 'vitest'
import { whoGivesWay } from '../../../../controller/src/limits/who-gives-way.ts'

const ofAll = (names: string, newcomer: string): string =>
  whoGivesWay(
    names.split(' ').filter((name) => name !== ''),
    (name) => name.slice(0, 1),
    newcomer,
  ).join(' ')

test.each([
  { what: 'nobody is there', all: '', newcomer: 'a', gives: '' },
  { what: 'one has two', all: 'a1 a2', newcomer: 'b', gives: 'a1 a2' },
  { what: 'each has one', all: 'a1 b1', newcomer: 'c', gives: '' },
  { what: 'the newcomer would have as many', all: 'a1 a2 a3 b1', newcomer: 'b', gives: 'a1 a2 a3' },
  { what: 'the newcomer would have more', all: 'a1 a2 b1', newcomer: 'b', gives: '' },
  { what: 'the newcomer has most', all: 'a1 a2 a3 b1', newcomer: 'a', gives: '' },
  { what: 'two have as many', all: 'b1 a1 a2 b2', newcomer: 'c', gives: 'b1 b2' },
])('who has most gives way: $what', ({ all, newcomer, gives }) => {
  expect(ofAll(all, newcomer)).toBe(gives)
})
