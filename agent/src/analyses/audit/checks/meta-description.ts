import { counted } from '@sightline/shared/counted'
import type { Judges } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { metasNamed } from '../metas.ts'
import { lengthOf } from '../length.ts'

const NO_DESCRIPTION = doesNotApply('the page has no meta description')
const LENGTHS = { min: 70, max: 160 } as const

/** The meta description: the text of a search result. */
export const META_DESCRIPTION_CHECKS = {
  metaDescriptionMissing: ({ description }) =>
    judged(description !== '', description, 'Meta description is missing'),
  metaDescriptionTooShort({ description }) {
    const n = lengthOf(description)
    if (n === 0) return NO_DESCRIPTION
    const issue = `Meta description is too short (${counted(n, 'character')}, recommended 70-160)`
    return judged(n >= LENGTHS.min, n, issue)
  },
  metaDescriptionTooLong({ description }) {
    const n = lengthOf(description)
    if (n === 0) return NO_DESCRIPTION
    const issue = `Meta description is too long (${n} characters, recommended 70-160)`
    return judged(n <= LENGTHS.max, n, issue)
  },
  metaDescriptionMultiple({ facts }) {
    const n = metasNamed(facts, 'description').length
    return n === 0 ? NO_DESCRIPTION : judged(n === 1, n, `Page has ${n} meta descriptions`)
  },
} as const satisfies Judges<'metaDescription'>
