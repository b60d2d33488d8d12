import { compilePattern, PatternError } from '@sightline/shared/pattern'
import { parentPort } from 'node:worker_threads'
import type { PatternAnswer, PatternQuestion } from './pattern-worker.ts'

function answerTo({ pattern, caseSensitive, texts }: PatternQuestion): PatternAnswer {
  try {
    const compiled = compilePattern(pattern, { caseSensitive })
    return { matches: texts.some((text) => compiled.occursIn(text)) }
  } catch (error) {
    if (error instanceof PatternError) return { problem: error.message }
    throw error
  }
}

function say(answer: PatternAnswer): void {
  // Between threads there are no origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(answer)
}

parentPort?.on('message', (question: PatternQuestion) => say(answerTo(question)))
say({ ready: true })
