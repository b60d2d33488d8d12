import type { ReadAnswer } from './read-answer.ts'
import { isPage } from './read-answer.ts'

/** A text without the address that was asked for, which error pages repeat. */
function withoutAddress({ path, text }: ReadAnswer): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return [path, name].reduce((rest, part) => (part === '' ? rest : rest.replaceAll(part, '')), text)
}

/** Tells answers that only look like something there: sites that answer 200 to whatever is asked give a
 *  page, or always the same text.
 *  @param missing what the site answers at an address that nobody made; null where nothing came
 *  Source: analyses design, section 2 */
export function softNotFound(missing: ReadAnswer | null): (answer: ReadAnswer) => boolean {
  if (missing === null || missing.statusCode !== 200) return () => false
  const usual = withoutAddress(missing)
  return (answer) =>
    answer.statusCode === 200 && (isPage(answer) || withoutAddress(answer) === usual)
}
