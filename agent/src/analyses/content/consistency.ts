import { foldCase } from '../../text/fold.ts'
import { roundTo2 } from '../../text/readability.ts'
import { singularOf } from '../../text/singular.ts'
import { wordsOf } from '../../text/words.ts'

/** Words by what they mean, without regard to case or number. */
export function meaningsOf(words: Iterable<string>): ReadonlySet<string> {
  const meanings = new Set<string>()
  for (const word of new Set(words)) meanings.add(singularOf(foldCase(word)))
  return meanings
}

/** Share of the different words of a title or description that a text has, in percent; null where there
 *  is no title or description. Stop words do not count, unless there are no others.
 *  @param meanings of the text */
export function consistencyOf(
  tag: string | null,
  meanings: ReadonlySet<string>,
  stopWords: ReadonlySet<string>,
): number | null {
  if (tag === null || tag.trim() === '') return null
  const words = wordsOf(tag)
  const telling = words.filter((word) => !stopWords.has(foldCase(word)))
  const wanted = [...meaningsOf(telling.length > 0 ? telling : words)]
  if (wanted.length === 0) return 0
  const found = wanted.filter((meaning) => meanings.has(meaning))
  return roundTo2((found.length / wanted.length) * 100)
}
