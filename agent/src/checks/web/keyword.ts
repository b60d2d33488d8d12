import type { SettingsOf } from '@sightline/shared/monitor-settings'
import type { CheckFailure } from '../../check-failure.ts'
import { printable } from '../../printable.ts'
import { anyTextMatches } from '../matching/any-text-matches.ts'
import { occursIn } from '../matching/find-text.ts'
import { unjudged } from '../matching/unjudged.ts'

const MAX_SHOWN = 200

/** What a monitor's keyword says about a text; null when it is as expected.
 *  @param truncatedAt bytes that were looked at when there are more, null when that is all */
export async function keywordFailure(
  text: string,
  truncatedAt: number | null,
  keyword: SettingsOf<'web'>['keyword'],
  signal: AbortSignal,
): Promise<CheckFailure | null> {
  if (keyword === null) return null
  const { value, mode, caseSensitive } = keyword
  const shown = printable(value, MAX_SHOWN)
  if (mode === 'absent') {
    if (!occursIn(text, value, caseSensitive)) return null
    const message = `The text "${shown}" is in the answer, where it should not be.`
    return { source: 'target', phase: 'content', cause: 'keywordPresent', message }
  }
  const found =
    mode === 'contains'
      ? ({ ok: true, matches: occursIn(text, value, caseSensitive) } as const)
      : await anyTextMatches({ pattern: value, caseSensitive }, [text], signal)
  if (!found.ok) return unjudged(found)
  if (found.matches) return null
  const what =
    mode === 'regex' ? `The expression "${shown}" matches nothing` : `The text "${shown}" is not`
  const where =
    truncatedAt === null
      ? 'in the answer'
      : `in the first ${truncatedAt} bytes of the answer, and only those were looked at`
  return {
    source: 'target',
    phase: 'content',
    cause: 'keywordMissing',
    message: `${what} ${where}.`,
  }
}
