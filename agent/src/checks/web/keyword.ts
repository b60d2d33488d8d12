import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { printable } from '../../outcome/printable.ts'
import { anyTextMatches } from '../matching/any-text-matches.ts'
import { unjudged } from '../matching/unjudged.ts'

const MAX_SHOWN = 200

/** A text that a keyword is looked for in. */
export interface SearchedText {
  /** Ways to write the same text; the keyword is there when it is in one of them. */
  readonly forms: readonly string[]
  /** What it is, for people. */
  readonly place: 'the answer' | 'the rendered page'
  /** Bytes that were looked at when there are more, null when that is all. */
  readonly truncatedAt: number | null
}

/** What a monitor's keyword says about a text; null when it is as expected. */
export async function keywordFailure(
  { forms, place, truncatedAt }: SearchedText,
  keyword: SettingsOf<'web'>['keyword'],
  signal: AbortSignal,
): Promise<CheckFailure | null> {
  if (keyword === null) return null
  const { value, mode, caseSensitive } = keyword
  const shown = printable(value, MAX_SHOWN)
  const wanted = { pattern: value, caseSensitive, isText: mode !== 'regex' }
  const found = await anyTextMatches(wanted, forms, signal)
  if (!found.ok) return unjudged(found)
  if (found.matches === (mode !== 'absent')) return null
  if (mode === 'absent') {
    const message = `The text "${shown}" is in ${place}, where it should not be.`
    return { source: 'target', phase: 'content', cause: 'keywordPresent', message }
  }
  const what =
    mode === 'regex' ? `The expression "${shown}" matches nothing` : `The text "${shown}" is not`
  const where =
    truncatedAt === null
      ? `in ${place}`
      : `in the first ${truncatedAt} bytes of ${place}, and only those were looked at`
  return {
    source: 'target',
    phase: 'content',
    cause: 'keywordMissing',
    message: `${what} ${where}.`,
  }
}
