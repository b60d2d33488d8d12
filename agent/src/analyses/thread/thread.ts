import { parentPort } from 'node:worker_threads'
import { serveQuestions } from '../../bounds/serve-questions.ts'
import { TASKS } from './tasks.ts'

type TaskName = keyof typeof TASKS

serveQuestions(parentPort, ({ task, input }: { task: TaskName; input: never }) =>
  TASKS[task](input),
)
