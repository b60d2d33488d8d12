import { PatternError } from '@sightline/shared/pattern'
import { parentPort } from 'node:worker_threads'
import { knownPattern } from './known-patterns.ts'
import type { PatternAnswer, PatternQuestion } from './pattern-worker.ts'
import { serveQuestions } from '../../bounds/serve-questions.ts'

function answerTo({ texts, ...expression }: PatternQuestion): PatternAnswer {
  try {
    const { compiled } = knownPattern(expression)
    return { matches: texts.some((text) => compiled.occursIn(text)) }
  } catch (error) {
    if (error instanceof PatternError) return { problem: error.message }
    throw error
  }
}

serveQuestions(parentPort, answerTo)
