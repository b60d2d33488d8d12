import type { Check } from '../check.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { lengthOf } from '../length.ts'

const NO_DESCRIPTION = doesNotApply('the page has no meta description')
const LENGTHS = { min: 70, max: 160 } as const
const EXPECTED = '70 to 160 characters'

/** The meta description: the text of a search result. */
export const META_DESCRIPTION_CHECKS = {
  metaDescriptionMissing: {
    severity: 'error',
    category: 'content',
    weight: 6,
    message: 'Without a meta description search engines choose the text of the result themselves.',
    judge: ({ description }) =>
      judged(description !== '', description, 'Meta description is missing'),
  },
  metaDescriptionTooShort: {
    severity: 'warning',
    category: 'content',
    weight: 2,
    expected: EXPECTED,
    message: 'A short meta description wastes room in the search result.',
    judge({ description }) {
      const n = lengthOf(description)
      if (n === 0) return NO_DESCRIPTION
      const issue = `Meta description is too short (${n} characters, recommended 70-160)`
      return judged(n >= LENGTHS.min, n, issue)
    },
  },
  metaDescriptionTooLong: {
    severity: 'warning',
    category: 'content',
    weight: 2,
    expected: EXPECTED,
    message: 'Search results cut off a long meta description.',
    judge({ description }) {
      const n = lengthOf(description)
      if (n === 0) return NO_DESCRIPTION
      const issue = `Meta description is too long (${n} characters, recommended 70-160)`
      return judged(n <= LENGTHS.max, n, issue)
    },
  },
  metaDescriptionMultiple: {
    severity: 'warning',
    category: 'content',
    weight: 2,
    expected: 'one meta description',
    message: 'With several meta descriptions it is left to chance which one is shown.',
    judge({ descriptionTags: n }) {
      return n === 0 ? NO_DESCRIPTION : judged(n === 1, n, `Page has ${n} meta descriptions`)
    },
  },
} as const satisfies Record<string, Check>
