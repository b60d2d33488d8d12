import type { Judges } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { shownLengthOf } from '../length.ts'

const NO_TITLE = doesNotApply('the page has no title')
const LENGTHS = { min: 30, max: 60 } as const

/** The title tag: the headline of a search result. */
export const TITLE_CHECKS = {
  titleMissing: ({ title }) => judged(title !== '', title, 'Title tag is missing or empty'),
  titleTooShort({ title }) {
    const { width, words } = shownLengthOf(title)
    if (width === 0) return NO_TITLE
    const issue = `Title is too short (${words}, recommended 30-60)`
    return judged(width >= LENGTHS.min, width, issue)
  },
  titleTooLong({ title }) {
    const { width, words } = shownLengthOf(title)
    if (width === 0) return NO_TITLE
    const issue = `Title is too long (${words}, recommended 30-60)`
    return judged(width <= LENGTHS.max, width, issue)
  },
  titleMultiple({ facts }) {
    const n = facts.titles.length
    return n === 0 ? NO_TITLE : judged(n === 1, n, `Page has ${n} title tags`)
  },
} as const satisfies Judges<'title'>
