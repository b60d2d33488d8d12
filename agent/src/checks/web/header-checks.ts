import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { printable } from '../../outcome/printable.ts'
import { areAsExpected } from '../matching/operators.ts'
import { wantedText } from '../matching/values.ts'
import { headerText } from '../../http/header-text.ts'
import { unjudged } from '../matching/unjudged.ts'

const MAX_SHOWN = 200

/** The first header that is not as the monitor expects; null when all are. */
export async function headerFailure(
  headers: ReadonlyMap<string, string>,
  checks: SettingsOf<'web'>['headerChecks'],
  signal: AbortSignal,
): Promise<CheckFailure | null> {
  for (const check of checks) {
    const { name, operator } = check
    const sent = headers.get(name.toLowerCase())
    const actual = sent === undefined ? undefined : headerText(sent)
    // Header values are texts, so a number to compare with is one too.
    const value = check.value === undefined ? undefined : String(check.value)
    const found = actual === undefined ? [] : [actual]
    // Each goes on when it is as expected.
    // oxlint-disable-next-line no-await-in-loop
    const judged = await areAsExpected(found, { operator, value }, signal)
    if (!judged.ok) return unjudged(judged)
    if (judged.matches) continue
    const shown = actual === undefined ? 'is missing' : `is "${printable(actual, MAX_SHOWN)}"`
    const wanted = wantedText({ operator, value }, `"${printable(value ?? '', MAX_SHOWN)}"`)
    const message = `The header ${name} ${shown}; it should ${wanted}.`
    return { source: 'target', phase: 'content', cause: 'headerMismatch', message }
  }
  return null
}
