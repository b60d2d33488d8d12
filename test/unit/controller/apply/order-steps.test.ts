import { expect, it } from 'vitest'
import { APPLIED_KINDS } from '../../../../controller/src/apply/applied-kinds.ts'
import type { AppliedKind } from '../../../../controller/src/apply/applied-kinds.ts'
import { orderSteps } from '../../../../controller/src/apply/order-steps.ts'
import type { Step } from '../../../../controller/src/apply/plan/plan-entries.ts'

const NOTHING = { open: {}, shown: {} }

const create = (
  at: string,
  dependsOn: readonly string[] = [],
  kind: AppliedKind = 'monitor',
): Step => ({
  action: 'create',
  entry: { kind, at, key: at, name: at, id: null, body: {} },
  wish: { ...NOTHING, input: dependsOn },
})

const remove = (kind: AppliedKind): Step => ({
  action: 'remove',
  key: kind,
  thing: { ...NOTHING, kind, id: kind, name: kind, sign: null },
})

const dependenciesOf = (step: Step): readonly string[] =>
  step.action === 'create' ? (step.wish.input as string[]) : []

const ordered = (steps: readonly Step[]) => {
  const { first, others, last } = orderSteps(steps, dependenciesOf)
  return {
    first: first.map(({ key }) => key),
    others: others.map(({ entry }) => entry.at),
    last: last.map(({ key }) => key),
  }
}

it('makes first what others refer to, and removes contacts and teams last', () => {
  const kinds = APPLIED_KINDS.toReversed()
  expect(ordered([...kinds.map((kind) => create(kind, [], kind)), ...kinds.map(remove)])).toEqual({
    first: ['statusPage', 'crawlSchedule', 'maintenance', 'monitor'],
    others: [...APPLIED_KINDS],
    last: ['team', 'contact'],
  })
})

it('makes first what others depend on, over any length', () => {
  const chain = Array.from({ length: 5_000 }, (_, index) => create(`${index}`, [`${index + 1}`]))
  expect(ordered(chain).others.slice(0, 2)).toEqual(['4999', '4998'])
  expect(ordered([create('a', ['c', 'b']), create('b', ['c']), create('c')]).others).toEqual([
    'c',
    'b',
    'a',
  ])
})

it('refuses a circle, and says where', () => {
  const message = 'The field "dependsOn" leads back to it: dependencies must not run in a circle.'
  const refused = expect.objectContaining({
    code: 'badRequest',
    message: `a: ${message}`,
    body: { problems: [{ at: 'a', field: 'dependsOn', message }] },
  })
  expect(() => ordered([create('a', ['b']), create('b', ['a'])])).toThrow(refused)
  expect(() => ordered([create('a', ['a'])])).toThrow('circle')
})
