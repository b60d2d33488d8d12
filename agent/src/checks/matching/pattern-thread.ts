import { parentPort } from 'node:worker_threads'
import { createKnownPatterns } from './known-patterns.ts'
import type { PatternQuestion } from './pattern-worker.ts'
import { serveQuestions } from '../../bounds/serve-questions.ts'

/** Nobody waits for this thread's turn: the states of large expressions are remembered too, which saves
 *  more time the longer a text is. */
const patternOf = createKnownPatterns(8 * 1024 * 1024)

serveQuestions(parentPort, ({ texts, ...expression }: PatternQuestion): boolean =>
  texts.some(patternOf(expression).occursIn),
)
