import type { ReadAnswer } from './read-answer.ts'
import { isPage } from './read-answer.ts'

/** A text as it is, without the address that was asked for, which error pages repeat, and without the
 *  last part of that, which short texts may hold for a reason of their own. */
function readings({ path, text }: ReadAnswer): readonly [string, string, string] {
  const withoutPath = text.replaceAll(path, '')
  const name = path.slice(path.lastIndexOf('/') + 1)
  return [text, withoutPath, name === '' ? withoutPath : withoutPath.replaceAll(name, '')]
}

/** Tells answers that only look like something there: sites that answer 200 to whatever is asked give a
 *  page, or always the same text.
 *  @param missing what the site answers at an address that nobody made; null where nothing came
 *  Source: analyses design, section 2 */
export function softNotFound(missing: ReadAnswer | null): (answer: ReadAnswer) => boolean {
  if (missing === null || missing.statusCode !== 200) return () => false
  const usual = readings(missing)
  const isUsual = (answer: ReadAnswer): boolean =>
    readings(answer).some((reading, which) => reading === usual[which])
  return (answer) => answer.statusCode === 200 && (isPage(answer) || isUsual(answer))
}
