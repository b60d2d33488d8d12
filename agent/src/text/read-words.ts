import { foldCase } from './fold.ts'
import { hashOfUnits, scanWords } from './scan-words.ts'
import { wordsOf } from './words.ts'

/** Words of texts that have nothing to do with each other, such as the blocks of a page, in order: read once, to count,
 *  to compare and to measure them. */
export interface ReadWords {
  /** A hash of each in any case. */
  readonly hashes: Int32Array
  /** Where each begins and ends in its text: two numbers a word. */
  readonly places: Int32Array
  /** Of each text its words: the first of them, and the one behind the last; null where it has words whose places are not
   *  known, as they are told by more than their characters. */
  readonly texts: readonly (WordRange | null)[]
}

export interface WordRange {
  readonly begin: number
  readonly end: number
}

/** Hash of a word in any case. */
const hashOf = (word: string): number => hashOfUnits(foldCase(word))

/** Room for the words of one page after the other: lists that grow with every page made a sixth of all its garbage. */
class Room {
  #numbers = new Int32Array(ORDINARY_ROOM)
  length = 0

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Int32Array(2 * this.length)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.length] = number
    this.length += 1
  }

  /** What was pushed, as one's own. */
  take(): Int32Array {
    const taken = this.#numbers.slice(0, this.length)
    if (this.#numbers.length > MOST_KEPT) this.#numbers = new Int32Array(ORDINARY_ROOM)
    return taken
  }
}

/** Numbers. */
const ORDINARY_ROOM = 8_192
const MOST_KEPT = 131_072

const hashes = new Room()
const places = new Room()

export function readWords(blocks: readonly { readonly text: string }[]): ReadWords {
  const texts: (WordRange | null)[] = []
  hashes.length = 0
  places.length = 0
  for (const { text } of blocks) {
    const begin = hashes.length
    const isTold = scanWords(text, (from, to, hash) => {
      hashes.push(hash ?? hashOf(text.slice(from, to)))
      places.push(from)
      places.push(to)
    })
    if (isTold) {
      texts.push({ begin, end: hashes.length })
      continue
    }
    hashes.length = begin
    places.length = 2 * begin
    for (const word of wordsOf(text)) {
      hashes.push(hashOf(word))
      places.push(0)
      places.push(0)
    }
    texts.push(null)
  }
  return { hashes: hashes.take(), places: places.take(), texts }
}
