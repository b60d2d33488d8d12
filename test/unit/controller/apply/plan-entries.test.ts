import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AppliedThingRow } from '../../../../controller/src/db/applied-things.ts'
import type { Entry } from '../../../../controller/src/apply/entry.ts'
import type { Plan, Planned, Thing } from '../../../../controller/src/apply/plan/plan-entries.ts'
import { planEntries } from '../../../../controller/src/apply/plan/plan-entries.ts'

/** A world in which a thing is its sign and a number. */
interface World {
  readonly things: readonly Thing[]
  readonly applied: readonly AppliedThingRow[]
}

function thing(id: string, sign: string, value: number): Thing {
  const fields = { sign, value }
  return { kind: 'monitor', id, name: sign, sign, open: fields, shown: fields }
}

function entry(key: string, sign: string, value: number, id: string | null = null): Entry {
  return { kind: 'monitor', at: `at ${key}`, key, name: sign, id, body: { sign, value } }
}

function plan(world: World, asked: Pick<Planned, 'entries'> & Partial<Planned>): Plan {
  const pieces = planEntries({
    set: 'set',
    prune: false,
    ...world,
    signOf: ({ body }) => String(body['sign']),
    wishOf: ({ body }) => ({ input: body, open: body, shown: body }),
    refusal: String,
    ...asked,
  })
  for (;;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
  }
}

const deeds = ({ steps }: Plan): string[] =>
  steps.map((step) =>
    step.action === 'remove' ? `remove ${step.key}` : `${step.action} ${step.entry.key}`,
  )

const noted = (key: string, thingId: string, setName = 'set'): AppliedThingRow => ({
  setName,
  kind: 'monitor',
  key,
  thingId,
})

describe('a plan', () => {
  const one = thing('1', 'a', 1)
  it.each<[string, World, Pick<Planned, 'entries'> & Partial<Planned>, string[]]>([
    [
      'makes what is not there',
      { things: [], applied: [] },
      { entries: [entry('k', 'a', 1)] },
      ['create k'],
    ],
    [
      'leaves what is as it is wanted',
      { things: [one], applied: [noted('k', '1')] },
      { entries: [entry('k', 'a', 1)] },
      [],
    ],
    [
      'changes what differs',
      { things: [one], applied: [noted('k', '1')] },
      { entries: [entry('k', 'a', 2)] },
      ['change k'],
    ],
    [
      'finds by its key what has another sign',
      { things: [one], applied: [noted('k', '1')] },
      { entries: [entry('k', 'b', 1)] },
      ['change k'],
    ],
    [
      'finds by its id what has no key',
      { things: [one], applied: [] },
      { set: null, entries: [entry('k', 'b', 1, '1')] },
      ['change k'],
    ],
    [
      'takes over what has the sign',
      { things: [one], applied: [] },
      { entries: [entry('k', 'a', 1)] },
      ['adopt k'],
    ],
    [
      'notes another key',
      { things: [one], applied: [noted('old', '1')] },
      { entries: [entry('new', 'a', 1)], prune: true },
      ['adopt new'],
    ],
    [
      'notes nothing without a set',
      { things: [one], applied: [] },
      { set: null, entries: [entry('k', 'a', 1)] },
      [],
    ],
    [
      'goes by the key before the sign',
      { things: [one, thing('2', 'b', 1)], applied: [noted('k', '1')] },
      { entries: [entry('k', 'b', 1)] },
      ['change k'],
    ],
    [
      'takes nothing twice',
      { things: [one], applied: [] },
      { set: null, entries: [entry('k', 'a', 1), entry('l', 'a', 1)] },
      ['create l'],
    ],
    [
      'removes what its set brought',
      { things: [one], applied: [noted('k', '1')] },
      { entries: [], prune: true },
      ['remove k'],
    ],
    [
      'removes nothing of another set',
      { things: [one], applied: [noted('k', '1', 'other')] },
      { entries: [], prune: true },
      [],
    ],
    [
      'removes nothing unless it is asked to',
      { things: [one], applied: [noted('k', '1')] },
      { entries: [] },
      [],
    ],
    [
      'makes again what somebody deleted',
      { things: [], applied: [noted('k', '1')] },
      { entries: [entry('k', 'a', 1)] },
      ['create k'],
    ],
  ])('%s', (_, world, asked, expected) => {
    expect(deeds(plan(world, asked))).toEqual(expected)
  })

  it('refuses what belongs to another set', () => {
    const world = { things: [one], applied: [noted('k', '1', 'other')] }
    const { steps, problems } = plan(world, { entries: [entry('k', 'a', 1)] })
    expect([steps, problems]).toEqual([[], [expect.objectContaining({ at: 'at k' })]])
  })

  it('done once leaves nothing to do, whatever there was and is wanted', () => {
    const sign = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const value = fc.integer({ min: 0, max: 2 })
    const unique = { selector: ([each]: [string, number]) => each, maxLength: 5 }
    const signs = fc.uniqueArray(fc.tuple(sign, value), unique)
    fc.assert(
      fc.property(
        signs,
        signs,
        fc.array(fc.boolean(), { maxLength: 5 }),
        fc.boolean(),
        (there, wanted, own, prune) => {
          const things = there.map(([each, number], index) => thing(`id ${index}`, each, number))
          const applied = things.flatMap(({ id }, index) =>
            own[index] === true ? [noted(`key ${index}`, id)] : [],
          )
          const entries = wanted.map(([each, number], index) => entry(`key ${index}`, each, number))
          const first = plan({ things, applied }, { entries, prune })
          const after = done({ things, applied }, first, entries)
          expect(deeds(plan(after, { entries, prune }))).toEqual([])
          // What is not of the set is there as before, or is wanted.
          const ids = new Set(after.things.map(({ id }) => id))
          for (const { id } of things) {
            if (!applied.some(({ thingId }) => thingId === id)) expect(ids).toContain(id)
          }
          expect(prune ? after.applied.length : entries.length).toBeLessThanOrEqual(entries.length)
        },
      ),
    )
  })
})

/** The world after a plan was done. */
function done({ things, applied }: World, { steps, ids }: Plan, entries: readonly Entry[]): World {
  const byId = new Map(things.map((each) => [each.id, each]))
  const made = new Map(ids)
  for (const step of steps) {
    if (step.action === 'remove') byId.delete(step.thing.id)
    else if (step.action !== 'adopt') {
      const { at, body } = step.entry
      const id = made.get(at) ?? `made ${at}`
      made.set(at, id)
      byId.set(id, thing(id, String(body['sign']), Number(body['value'])))
    }
  }
  const rows = entries.map(({ key, at }) => noted(key, made.get(at) ?? ''))
  const taken = new Set(rows.map(({ thingId }) => thingId))
  const others = applied.filter(
    ({ thingId, key }) =>
      byId.has(thingId) && !taken.has(thingId) && !rows.some((row) => row.key === key),
  )
  return { things: [...byId.values()], applied: [...rows, ...others] }
}
