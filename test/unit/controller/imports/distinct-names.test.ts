import { expect, it } from 'vitest'
import { withDistinctNames } from '../../../../controller/src/imports/reading/distinct-names.ts'

const contact = (name: string, email: string) => ({
  ref: `${name} ${email}`,
  name,
  at: null,
  body: { name, email },
  warnings: [],
})

const named = (...contacts: readonly (readonly [string, string])[]) =>
  withDistinctNames(contacts.map(([name, email]) => contact(name, email))).map(({ body }) => [
    body['name'],
    body['email'],
  ])

it('gives contacts that lead elsewhere names of their own, and one name to those that do not', () => {
  expect(
    named(
      ['Ops', 'a@x.example'],
      ['ops', 'b@x.example'],
      ['Ops', 'a@x.example'],
      ['Ops (2)', 'c@x.example'],
      ['Ops', 'd@x.example'],
      ['Ops', 'b@x.example'],
    ),
  ).toEqual([
    ['Ops', 'a@x.example'],
    ['ops (2)', 'b@x.example'],
    ['Ops', 'a@x.example'],
    ['Ops (2) (2)', 'c@x.example'],
    ['Ops (3)', 'd@x.example'],
    ['ops (2)', 'b@x.example'],
  ])
  const long = 'x'.repeat(100)
  expect(named([long, 'a@x.example'], [long, 'b@x.example'])[1]).toEqual([
    `${'x'.repeat(96)} (2)`,
    'b@x.example',
  ])
})

it('is told of the other name, and goes on quickly with any number of them', () => {
  const all = Array.from({ length: 20_000 }, (_, index) => contact('Ops', `${index}@x.example`))
  const distinct = withDistinctNames(all)
  expect(new Set(distinct.map(({ name }) => name)).size).toBe(20_000)
  expect(distinct[1]?.warnings).toEqual([
    'It is called "Ops (2)" here: another of the file has its name and leads elsewhere.',
  ])
})
