const MARKS = /[\u202a-\u202e\u2066-\u2069]/
const ALL_MARKS = /[\u202a-\u202e\u2066-\u2069]/g

const END_OF_EMBEDDING = '\u202c'
const END_OF_ISOLATE = '\u2069'

/** A text that others wrote, as it may stand among words of ours: each mark in it that turns the direction of writing is
 *  ended in it, and none ends what was begun around it. Without that a name turns the rest of its line about. It is for
 *  showing: what is stored stays as it was written.
 *  Source: Unicode Standard Annex #9, sections 2 and 3.3.2 */
export function closedDirections(text: string): string {
  if (!MARKS.test(text)) return text
  /** Ends of what is open, the last to be ended first at the end. */
  const open: string[] = []
  let isolates = 0
  const closed = text.replace(ALL_MARKS, (mark) => {
    if (mark === END_OF_EMBEDDING) return open.at(-1) === mark ? (open.pop() ?? '') : ''
    if (mark !== END_OF_ISOLATE) {
      const isIsolate = mark >= '\u2066'
      if (isIsolate) isolates += 1
      open.push(isIsolate ? END_OF_ISOLATE : END_OF_EMBEDDING)
      return mark
    }
    if (isolates === 0) return ''
    isolates -= 1
    // It ends the embeddings in its isolate too.
    while (open.pop() !== mark);
    return mark
  })
  return closed + open.toReversed().join('')
}
