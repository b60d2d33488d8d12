import { counted } from '@sightline/shared/counted'
import { hasPlaceholder } from '../../../text/placeholder.ts'
import type { Judges } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { readingEaseOf } from '../reading-ease.ts'

const MIN_WORDS = 300
const MIN_TEXT_PERCENT = 10
/** Below it a text is for graduates. Source: Flesch 1948, his table of styles */
const MIN_READING_EASE = 30

/** The text of the body. */
export const TEXT_CHECKS = {
  wordCountLow({ words: { hashes } }) {
    const n = hashes.length
    const issue = `Thin content: only ${counted(n, 'word')} in the body (recommended at least 300)`
    return judged(n >= MIN_WORDS, n, issue)
  },
  textRatioLow({ facts }) {
    const { htmlBytes } = facts.document
    if (htmlBytes === 0) return doesNotApply('the answer is empty')
    const n = Math.round((1_000 * facts.text.bytes) / htmlBytes) / 10
    return judged(n >= MIN_TEXT_PERCENT, n, `Text to HTML ratio is low (${n}%)`)
  },
  loremIpsum({ facts }) {
    const isFound = hasPlaceholder(facts.text.blocks)
    return judged(!isFound, isFound, 'Placeholder text (lorem ipsum) found')
  },
  readabilityHard({ facts, words, lang }) {
    const reading = readingEaseOf(facts.text.blocks, words, lang)
    if (reading.ease === null) return doesNotApply(reading.reason)
    const issue = `Text is hard to read (Flesch reading ease ${reading.ease})`
    return judged(reading.ease >= MIN_READING_EASE, reading.ease, issue)
  },
} as const satisfies Judges<'text'>
