import { printable } from '../outcome/printable.ts'

/** How many sentences are kept of one file. */
const MAX_KEPT = 20
const MAX_SENTENCE = 300

/** What is wrong with a file, as sentences for people. */
export interface Complaints {
  readonly add: (sentence: string) => void
  readonly finish: () => { errors: string[]; errorTotal: number }
}

export function createComplaints(): Complaints {
  const errors: string[] = []
  let errorTotal = 0
  return {
    add(sentence) {
      errorTotal += 1
      if (errors.length < MAX_KEPT) errors.push(printable(sentence, MAX_SENTENCE))
    },
    finish: () => ({ errors, errorTotal }),
  }
}
