import { AppError } from '@sightline/shared/errors'
import { expect, it } from 'vitest'
import type { KindContext } from '../../../../controller/src/apply/kinds/kind.ts'
import { createPlaceholders } from '../../../../controller/src/apply/placeholders.ts'
import type { Step } from '../../../../controller/src/apply/plan/plan-entries.ts'
import { prepareSteps } from '../../../../controller/src/apply/prepare-steps.ts'
import { runSteps } from '../../../../controller/src/apply/run-steps.ts'

const STEPS = 400

/** New contacts: their service asks nobody here, as the one of monitors does not whose names are remembered. */
const steps: readonly Step[] = Array.from({ length: STEPS }, (_, index) => {
  const at = `contacts[${index}]`
  return {
    action: 'create',
    entry: { kind: 'contact', at, key: at, name: at, id: null, body: {} },
    wish: { open: {}, shown: {}, input: {} },
  }
})

/** Counts what is done with nobody else's turn in between. */
function counted() {
  let ofTurn = 0
  const count = { all: 0, most: 0 }
  const check = async (): Promise<never> => {
    if (ofTurn === 0) setImmediate(() => (ofTurn = 0))
    ofTurn += 1
    count.all += 1
    count.most = Math.max(count.most, ofTurn)
    throw new AppError('badRequest', 'No.')
  }
  const contacts = { check, create: check }
  return { count, context: { context: { contacts }, actor: {} } as unknown as KindContext }
}

it('lets others have their turn while many things are looked at', async () => {
  const { count, context } = counted()
  expect((await prepareSteps(context, steps)).size).toBe(0)
  expect(count.all).toBe(STEPS)
  expect(count.most).toBeLessThanOrEqual(50)
})

it('lets others have their turn while many things are refused', async () => {
  const { count, context } = counted()
  const tx = { query: async () => ({ rows: [], rowCount: 0 }) }
  const known = { placeholders: createPlaceholders(), prepared: new Map(), isRehearsal: true }
  const { problems } = await runSteps(tx, context, { steps, ids: new Map() }, known)
  expect(problems).toHaveLength(STEPS)
  expect(count.all).toBe(STEPS)
  expect(count.most).toBeLessThanOrEqual(50)
})
