import { parentPort } from 'node:worker_threads'
import { serveQuestions } from '../../threads/serve-questions.ts'
import type { TaskName } from './tasks.ts'
import { TASKS } from './tasks.ts'

serveQuestions(parentPort, ({ task, input }: { task: TaskName; input: never }) =>
  TASKS[task](input),
)
