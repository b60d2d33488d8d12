import { counted } from '@sightline/shared/counted'
import type { Judges } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { lengthOf } from '../length.ts'

const NO_TITLE = doesNotApply('the page has no title')
const LENGTHS = { min: 30, max: 60 } as const

/** The title tag: the headline of a search result. */
export const TITLE_CHECKS = {
  titleMissing: ({ title }) => judged(title !== '', title, 'Title tag is missing or empty'),
  titleTooShort({ title }) {
    const n = lengthOf(title)
    if (n === 0) return NO_TITLE
    const issue = `Title is too short (${counted(n, 'character')}, recommended 30-60)`
    return judged(n >= LENGTHS.min, n, issue)
  },
  titleTooLong({ title }) {
    const n = lengthOf(title)
    if (n === 0) return NO_TITLE
    const issue = `Title is too long (${n} characters, recommended 30-60)`
    return judged(n <= LENGTHS.max, n, issue)
  },
  titleMultiple({ facts }) {
    const n = facts.titles.length
    return n === 0 ? NO_TITLE : judged(n === 1, n, `Page has ${n} title tags`)
  },
} as const satisfies Judges<'title'>
