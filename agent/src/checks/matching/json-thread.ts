import { parentPort } from 'node:worker_threads'
import type { JsonAnswer, JsonQuestion } from './judge-json.ts'
import { judgeJson } from './judge-json.ts'
import { serveQuestions } from '../../bounds/serve-questions.ts'

serveQuestions(parentPort, (question: JsonQuestion): JsonAnswer => judgeJson(question))
