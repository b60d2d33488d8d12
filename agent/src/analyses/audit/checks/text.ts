import { hasPlaceholder } from '../../../text/placeholder.ts'
import type { Check } from '../check.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { readingEaseOf } from '../reading-ease.ts'

const MIN_WORDS = 300
const MIN_TEXT_PERCENT = 10
/** Below it a text is for graduates. Source: Flesch 1948, his table of styles */
const MIN_READING_EASE = 30

/** The text of the body. */
export const TEXT_CHECKS = {
  wordCountLow: {
    severity: 'warning',
    category: 'content',
    weight: 4,
    expected: `at least ${MIN_WORDS} words`,
    message: 'A page with few words seldom answers what people search for.',
    judge({ wordCount: n }) {
      const issue = `Thin content: only ${n} words in the body (recommended at least 300)`
      return judged(n >= MIN_WORDS, n, issue)
    },
  },
  textRatioLow: {
    severity: 'info',
    category: 'content',
    weight: 1,
    expected: `at least ${MIN_TEXT_PERCENT}%`,
    message: 'Little text in much markup is slow to load for what it says.',
    judge({ facts }) {
      const { htmlBytes } = facts.document
      if (htmlBytes === 0) return doesNotApply('the answer is empty')
      const n = Math.round((1_000 * facts.text.bytes) / htmlBytes) / 10
      return judged(n >= MIN_TEXT_PERCENT, n, `Text to HTML ratio is low (${n}%)`)
    },
  },
  loremIpsum: {
    severity: 'error',
    category: 'content',
    weight: 4,
    message: 'Placeholder text on a public page is a page that was not finished.',
    judge({ facts }) {
      const isFound = hasPlaceholder(facts.text.blocks)
      return judged(!isFound, isFound, 'Placeholder text (lorem ipsum) found')
    },
  },
  readabilityHard: {
    severity: 'info',
    category: 'content',
    weight: 1,
    expected: `Flesch reading ease of at least ${MIN_READING_EASE}`,
    message: 'Shorter sentences and words are understood by more people.',
    judge({ facts, lang }) {
      const reading = readingEaseOf(facts.text.blocks, lang)
      if (reading.ease === null) return doesNotApply(reading.reason)
      const issue = `Text is hard to read (Flesch reading ease ${reading.ease})`
      return judged(reading.ease >= MIN_READING_EASE, reading.ease, issue)
    },
  },
} as const satisfies Record<string, Check>
