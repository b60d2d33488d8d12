import { parentPort } from 'node:worker_threads'
import type { JsonAnswer, JsonQuestion } from './judge-json.ts'
import { judgeJson } from './judge-json.ts'
import { serveQuestions } from '../../threads/serve-questions.ts'

serveQuestions(parentPort, (question: JsonQuestion): JsonAnswer => judgeJson(question))
