import { counted } from '@sightline/shared/counted'
import type { Heading } from '../../../page/facts.ts'
import type { Judges } from '../judge.ts'
import { doesNotApply, judged, judgedEach } from '../judgement.ts'
import { lengthOf } from '../length.ts'

const MAX_H1_LENGTH = 70

const isH1 = ({ level }: Heading): boolean => level === 1
const isEmpty = ({ text }: Heading): boolean => text === ''

/** The first heading that goes deeper by more than one level, with the one before it. */
function firstSkip(headings: readonly Heading[]): readonly [from: number, to: number] | null {
  for (const [i, { level }] of headings.entries()) {
    const before = headings[i - 1]?.level
    if (before !== undefined && level > before + 1) return [before, level]
  }
  return null
}

/** Headings h1 to h6, and how the first goes with the title. */
export const HEADINGS_CHECKS = {
  titleEqualsH1({ title, h1 }) {
    if (title === '' || h1 === '') return doesNotApply('the page has no title or no H1')
    const isSame = title.toLowerCase() === h1.toLowerCase()
    return judged(!isSame, h1, 'Title and H1 are identical')
  },
  h1Missing({ facts, h1 }) {
    const hasText = facts.headings.some((heading) => isH1(heading) && !isEmpty(heading))
    return judged(hasText, h1, 'H1 heading is missing')
  },
  h1Multiple({ facts }) {
    const n = facts.headings.filter(isH1).length
    if (n === 0) return doesNotApply('the page has no H1')
    return judged(n === 1, n, `Page has ${n} H1 headings`)
  },
  h1TooLong({ h1 }) {
    const n = lengthOf(h1)
    if (n === 0) return doesNotApply('the page has no H1')
    return judged(n <= MAX_H1_LENGTH, n, `H1 is too long (${counted(n, 'character')})`)
  },
  headingOrder({ facts }) {
    if (facts.headings.length < 2) return doesNotApply('the page has fewer than two headings')
    const skip = firstSkip(facts.headings)
    if (skip === null) return { passed: true, value: null }
    const issue = `Heading levels are skipped (H${skip[0]} followed by H${skip[1]})`
    return judged(false, `H${skip[0]} > H${skip[1]}`, issue)
  },
  headingEmpty: ({ facts }) =>
    judgedEach(facts.headings, isEmpty, {
      none: 'the page has no headings',
      issue: (n) => `${counted(n, 'heading is', 'headings are')} empty`,
      example: ({ level }) => `H${level}`,
    }),
  h2Missing({ facts }) {
    const n = facts.headings.filter(({ level }) => level === 2).length
    return judged(n > 0, n, 'No H2 headings found')
  },
} as const satisfies Judges<'headings'>
