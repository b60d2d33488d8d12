import { AppError } from '@sightline/shared/errors'
import { afterSome } from './in-turns.ts'
import type { KindContext } from './kinds/kind.ts'
import { KINDS } from './kinds/index.ts'
import type { Step } from './plan/plan-entries.ts'

/** Name servers that are asked side by side. */
const AT_ONCE = 10

/** Finds out of steps what others have to be asked for, before anything is locked. What is refused is refused again
 *  when it is done, and told then.
 *  @returns the inputs, by the places of their entries */
export async function prepareSteps(
  context: KindContext,
  steps: readonly Step[],
): Promise<ReadonlyMap<string, unknown>> {
  const prepared = new Map<string, unknown>()
  const waiting = steps.filter((step) => step.action === 'create' || step.action === 'change')
  for (let from = 0; from < waiting.length; from += AT_ONCE) {
    await Promise.all(
      waiting.slice(from, from + AT_ONCE).map(async ({ action, entry, wish }) => {
        const { prepare } = KINDS[entry.kind]
        if (prepare === undefined) return
        const input = await quietly(prepare(context, wish.input, action === 'create'))
        if (action === 'create' && input !== null) prepared.set(entry.at, input)
      }),
    )
    await afterSome(from + AT_ONCE - 1)
  }
  return prepared
}

/** @returns null for what is refused */
async function quietly(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work
  } catch (error: unknown) {
    if (error instanceof AppError) return null
    throw error
  }
}
