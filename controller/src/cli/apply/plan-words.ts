import { KIND_WORDS } from '../../apply/applied-kinds.ts'
import type { ToldField, ToldStep } from '../../apply/told.ts'
import { printable } from '../../input/printable.ts'
import type { Applied } from '../../apply/applied.ts'

/** Longest value of a field that people are shown, in characters. */
const MAX_VALUE = 120
/** Steps that people are shown; scripts get all of them. */
const MAX_STEPS = 500

const MARKS: Readonly<Record<ToldStep['action'], string>> = {
  create: '+',
  change: '~',
  adopt: '=',
  remove: '-',
}

/** What would be done, or was, for people. Pure. */
export function planWords({ steps, left, warnings, counts, set, dryRun }: Applied): string {
  const lines = steps.slice(0, MAX_STEPS).flatMap(stepLines)
  const more = steps.length - MAX_STEPS
  const paragraphs = [
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...(more > 0 ? [`And ${more} more: --json tells all of them.`] : []),
    ...warnings.map(({ at, message }) => `${at ?? 'The document'}: ${printable(message)}`),
    ...(left.length === 0
      ? []
      : [
          `${left.length} of the set "${set ?? ''}" not in the files any more: --prune removes them (${left
            .slice(0, 10)
            .map(({ name }) => printable(name, 40))
            .join(', ')}${left.length > 10 ? ', …' : ''}).`,
        ]),
    summary(counts, dryRun),
  ]
  return paragraphs.join('\n\n')
}

function stepLines({ action, kind, key, name, fields, shownOnce }: ToldStep): string[] {
  const called = key === name ? '' : ` (${printable(key, 80)})`
  const adopted = action === 'adopt' ? ', as it is: belongs to the set from now on' : ''
  const secrets = Object.entries(shownOnce ?? {}).map(
    ([field, value]) => `    ${field}: ${printable(String(value))} (shown this once)`,
  )
  return [
    `${MARKS[action]} ${KIND_WORDS[kind]} ${printable(name, 120)}${called}${adopted}`,
    ...fields.map(fieldLine),
    ...secrets,
  ]
}

function fieldLine({ field, before, after }: ToldField): string {
  const [old, wanted] = [valueWords(before), valueWords(after)]
  // Secrets read the same before and after.
  if (old === wanted) return `    ${field}: changed`
  return `    ${field}: ${old} -> ${wanted}`
}

function valueWords(value: unknown): string {
  return printable(value === null ? 'nothing' : JSON.stringify(value), MAX_VALUE)
}

function summary(counts: Applied['counts'], isForeseen: boolean): string {
  const { create, change, adopt, remove, unchanged } = counts
  if (create + change + adopt + remove === 0)
    return `Nothing to do: ${unchanged} as they should be.`
  const words = isForeseen
    ? ['to create', 'to change', 'to adopt', 'to remove']
    : ['created', 'changed', 'adopted', 'removed']
  const told = [create, change, adopt, remove].flatMap((count, index) =>
    count === 0 ? [] : [`${count} ${words[index] ?? ''}`],
  )
  return `${told.join(', ')}, ${unchanged} unchanged.`
}
