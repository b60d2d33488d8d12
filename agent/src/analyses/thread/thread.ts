import { parentPort, workerData } from 'node:worker_threads'
import { serveQuestions } from '../../bounds/serve-questions.ts'
import { lowerThreadPriority } from '../../bounds/thread-niceness.ts'
import type { ThreadStart } from '../../bounds/thread-queue.ts'
import { TASKS } from './tasks.ts'

type TaskName = keyof typeof TASKS

const { niceness } = workerData as ThreadStart
lowerThreadPriority(niceness)
serveQuestions(parentPort, ({ task, input }: { task: TaskName; input: never }) =>
  TASKS[task](input),
)
