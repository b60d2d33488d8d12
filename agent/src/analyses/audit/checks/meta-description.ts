import type { Judges } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { metasNamed } from '../metas.ts'
import { shownLengthOf } from '../length.ts'

const NO_DESCRIPTION = doesNotApply('the page has no meta description')
const LENGTHS = { min: 70, max: 160 } as const

/** The meta description: the text of a search result. */
export const META_DESCRIPTION_CHECKS = {
  metaDescriptionMissing: ({ description }) =>
    judged(description !== '', description, 'Meta description is missing'),
  metaDescriptionTooShort({ description }) {
    const { width, words } = shownLengthOf(description)
    if (width === 0) return NO_DESCRIPTION
    const issue = `Meta description is too short (${words}, recommended 70-160)`
    return judged(width >= LENGTHS.min, width, issue)
  },
  metaDescriptionTooLong({ description }) {
    const { width, words } = shownLengthOf(description)
    if (width === 0) return NO_DESCRIPTION
    const issue = `Meta description is too long (${words}, recommended 70-160)`
    return judged(width <= LENGTHS.max, width, issue)
  },
  metaDescriptionMultiple({ facts }) {
    const n = metasNamed(facts, 'description').length
    return n === 0 ? NO_DESCRIPTION : judged(n === 1, n, `Page has ${n} meta descriptions`)
  },
} as const satisfies Judges<'metaDescription'>
