import type { Check } from '../check.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { lengthOf } from '../length.ts'

const NO_TITLE = doesNotApply('the page has no title')
const LENGTHS = { min: 30, max: 60 } as const
const EXPECTED = '30 to 60 characters'

/** The title tag: the headline of a search result. */
export const TITLE_CHECKS = {
  titleMissing: {
    severity: 'critical',
    category: 'content',
    weight: 10,
    message: 'A page needs a title: it is the headline of its search result and of its tab.',
    judge: ({ title }) => judged(title !== '', title, 'Title tag is missing or empty'),
  },
  titleTooShort: {
    severity: 'warning',
    category: 'content',
    weight: 3,
    expected: EXPECTED,
    message: 'A short title leaves out words that people search for.',
    judge({ title }) {
      const n = lengthOf(title)
      if (n === 0) return NO_TITLE
      const issue = `Title is too short (${n} characters, recommended 30-60)`
      return judged(n >= LENGTHS.min, n, issue)
    },
  },
  titleTooLong: {
    severity: 'warning',
    category: 'content',
    weight: 3,
    expected: EXPECTED,
    message: 'Search results cut off a long title.',
    judge({ title }) {
      const n = lengthOf(title)
      if (n === 0) return NO_TITLE
      const issue = `Title is too long (${n} characters, recommended 30-60)`
      return judged(n <= LENGTHS.max, n, issue)
    },
  },
  titleMultiple: {
    severity: 'warning',
    category: 'content',
    weight: 2,
    expected: 'one title tag',
    message: 'With several title tags it is left to chance which one is shown.',
    judge({ facts }) {
      const n = facts.titles.length
      return n === 0 ? NO_TITLE : judged(n === 1, n, `Page has ${n} title tags`)
    },
  },
} as const satisfies Record<string, Check>
