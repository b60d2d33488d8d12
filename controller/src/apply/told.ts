import { createHash } from 'node:crypto'
import type { AppliedKind } from './applied-kinds.ts'
import { mapTexts } from './placeholders.ts'
import type { Plan, Step } from './plan/plan-entries.ts'

/** Longest text of a value that is told, in characters. */
const MAX_TEXT = 500

/** What would be done, or was, as people and programs read it. */
export interface ToldStep {
  readonly action: Step['action']
  readonly kind: AppliedKind
  readonly key: string
  readonly name: string
  /** null: it is not made yet. */
  readonly id: string | null
  /** Where it stands in the document; null of what is removed. */
  readonly at: string | null
  /** What is changed, secrets hidden. */
  readonly fields: ToldField[]
  /** What was made for it and is shown this once; null: nothing. */
  readonly shownOnce: Record<string, unknown> | null
}

export interface ToldField {
  readonly field: string
  /** null: there is none. */
  readonly before: unknown
  readonly after: unknown
}

/** @param labelOf an id or a placeholder as people call it; other texts stay */
export function toldStep(step: Step, labelOf: (text: string) => string): ToldStep {
  if (step.action === 'remove') {
    const { key, thing } = step
    const { kind, name, id } = thing
    return { action: 'remove', kind, key, name, id, at: null, fields: [], shownOnce: null }
  }
  const { action, entry } = step
  const { kind, key, name, at } = entry
  const id = action === 'create' ? null : step.thing.id
  const changes = action === 'change' ? step.changes : []
  const shown = (value: unknown): unknown =>
    mapTexts(value ?? null, (text) => shortened(labelOf(text)))
  const fields = changes.map(({ field, before, after }) => ({
    field,
    before: shown(before),
    after: shown(after),
  }))
  return { action, kind, key, name, id, at, fields, shownOnce: null }
}

function shortened(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).toWellFormed()}…`
}

/** What a plan comes to, so that somebody who agreed to it gets no other. */
export function digestOf(steps: readonly ToldStep[]): string {
  return createHash('sha256').update(JSON.stringify(steps)).digest('base64url')
}

/** Calls things by their names. */
export function labels(
  {
    entries,
    things,
  }: {
    readonly entries: readonly { at: string; name: string }[]
    readonly things: readonly { id: string; name: string }[]
  },
  placeholderAt: (text: string) => string | null,
): (text: string) => string {
  const byAt = new Map(entries.map(({ at, name }) => [at, name]))
  const byId = new Map(things.map(({ id, name }) => [id, name]))
  return (text) => byId.get(text) ?? byAt.get(placeholderAt(text) ?? '') ?? text
}

/** How many of each. */
export function countsOf(steps: readonly ToldStep[], { unchanged }: Pick<Plan, 'unchanged'>) {
  const count = (action: Step['action']): number =>
    steps.filter((step) => step.action === action).length
  return {
    create: count('create'),
    change: count('change'),
    adopt: count('adopt'),
    remove: count('remove'),
    unchanged,
  }
}
