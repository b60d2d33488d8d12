import { beginningOf } from '../../page/white-space.ts'

/** A text of a page as people are shown it: at most `max` characters, with a mark where it is cut. */
export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${beginningOf(text, max - 1)}…`
}
