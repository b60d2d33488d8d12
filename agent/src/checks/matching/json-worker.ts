import type { JsonAnswer, JsonQuestion } from './judge-json.ts'
import { createThreadQueue } from '../../bounds/thread-queue.ts'

/** The thread that reads large JSON texts. Its heap is far larger than `judgeJson` lets a text become:
 *  a text that fills it while it is read would end the whole agent. */
export const jsonQueue = createThreadQueue<JsonQuestion, JsonAnswer>(
  new URL('./json-thread.ts', import.meta.url),
  { maxRunMs: 3_000, maxHeapMb: 768, maxWaitingBytes: 64 * 1024 * 1024 },
)
