import type { MessagePort } from 'node:worker_threads'
import type { ThreadMessage } from './thread-queue.ts'

/** The other end of a thread queue: answers one question after the other.
 *  @param port null outside of a thread: nothing is served there */
export function serveQuestions(
  port: MessagePort | null,
  // What comes is of the type that the queue of this thread sends.
  answerTo: (question: never) => unknown,
): void {
  function say(message: ThreadMessage<unknown>): void {
    // Between threads there are no origins.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    port?.postMessage(message)
  }
  port?.on('message', (question: unknown) => say({ answer: answerTo(question as never) }))
  say({ ready: true })
}
