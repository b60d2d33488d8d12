import type { Heading } from '../../../page/facts.ts'
import type { Check } from '../check.ts'
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
export const HEADING_CHECKS = {
  titleEqualsH1: {
    severity: 'info',
    category: 'content',
    weight: 1,
    message: 'A title that says more than the H1 can be found by other words.',
    judge({ title, h1 }) {
      if (title === '' || h1 === '') return doesNotApply('the page has no title or no H1')
      const isSame = title.toLowerCase() === h1.toLowerCase()
      return judged(!isSame, h1, 'Title and H1 are identical')
    },
  },
  h1Missing: {
    severity: 'error',
    category: 'content',
    weight: 6,
    message: 'A page needs an H1 with text: it says what the page is about.',
    judge({ facts, h1 }) {
      const hasText = facts.headings.some((heading) => isH1(heading) && !isEmpty(heading))
      return judged(hasText, h1, 'H1 heading is missing')
    },
  },
  h1Multiple: {
    severity: 'warning',
    category: 'content',
    weight: 2,
    expected: 'one H1',
    message: 'Several H1 headings leave open what the page is about.',
    judge({ facts }) {
      const n = facts.headings.filter(isH1).length
      if (n === 0) return doesNotApply('the page has no H1')
      return judged(n === 1, n, `Page has ${n} H1 headings`)
    },
  },
  h1TooLong: {
    severity: 'info',
    category: 'content',
    weight: 1,
    expected: `at most ${MAX_H1_LENGTH} characters`,
    message: 'A long H1 is hard to take in at a glance.',
    judge({ h1 }) {
      const n = lengthOf(h1)
      if (n === 0) return doesNotApply('the page has no H1')
      return judged(n <= MAX_H1_LENGTH, n, `H1 is too long (${n} characters)`)
    },
  },
  headingOrder: {
    severity: 'warning',
    category: 'accessibility',
    weight: 2,
    message: 'Headings go down one level at a time, so that the outline can be followed.',
    judge({ facts }) {
      if (facts.headings.length < 2) return doesNotApply('the page has fewer than two headings')
      const skip = firstSkip(facts.headings)
      if (skip === null) return { passed: true, value: null }
      const issue = `Heading levels are skipped (H${skip[0]} followed by H${skip[1]})`
      return judged(false, `H${skip[0]} > H${skip[1]}`, issue)
    },
  },
  headingEmpty: {
    severity: 'warning',
    category: 'accessibility',
    weight: 2,
    message: 'An empty heading is a stop without a name for those who go from heading to heading.',
    judge: ({ facts }) =>
      judgedEach(facts.headings, isEmpty, {
        none: 'the page has no headings',
        issue: (n) => `${n} headings are empty`,
        example: ({ level }) => `H${level}`,
      }),
  },
  h2Missing: {
    severity: 'info',
    category: 'content',
    weight: 1,
    message: 'H2 headings divide the text into parts that can be found and scanned.',
    judge({ facts }) {
      const n = facts.headings.filter(({ level }) => level === 2).length
      return judged(n > 0, n, 'No H2 headings found')
    },
  },
} as const satisfies Record<string, Check>
