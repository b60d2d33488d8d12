import { parentPort } from 'node:worker_threads'
import { serveQuestions } from '../../threads/serve-questions.ts'
import { DOM_TASKS } from './dom-tasks.ts'

type TaskName = keyof typeof DOM_TASKS

serveQuestions(parentPort, ({ task, input }: { task: TaskName; input: never }) =>
  DOM_TASKS[task](input),
)
