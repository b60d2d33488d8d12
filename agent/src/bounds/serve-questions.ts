import type { MessagePort, Transferable } from 'node:worker_threads'
import type { ThreadMessage } from './thread-queue.ts'

/** An answer that hands memory over instead of copying it. */
export class Handover<A> {
  readonly answer: A
  readonly transfer: readonly Transferable[]

  constructor(answer: A, transfer: readonly Transferable[]) {
    this.answer = answer
    this.transfer = transfer
  }
}

/** The other end of a thread queue: answers one question after the other, in their order, for the queue may tell it the
 *  next one ahead. What it throws or rejects with ends the thread.
 *  @param port null outside of a thread: nothing is served there */
export function serveQuestions(
  port: MessagePort | null,
  // What comes is of the type that the queue of this thread sends.
  answerTo: (question: never) => unknown,
): void {
  const waiting: unknown[] = []
  let isAnswering = false

  function say(message: ThreadMessage<unknown>, transfer: readonly Transferable[] = []): void {
    port?.postMessage(message, [...transfer])
  }
  function give(given: unknown): void {
    if (given instanceof Handover) say({ answer: given.answer }, given.transfer)
    else say({ answer: given })
  }
  /** Thrown where the queue sees it: as the end of this thread. */
  function end(error: unknown): void {
    queueMicrotask(() => {
      throw error
    })
  }
  function answerNext(): void {
    while (waiting.length > 0 && !isAnswering) {
      const given = answerTo(waiting.shift() as never)
      if (!(given instanceof Promise)) {
        give(given)
        continue
      }
      isAnswering = true
      void given
        .then((answer) => {
          isAnswering = false
          give(answer)
          answerNext()
        })
        .catch(end)
    }
  }
  port?.on('message', (question: unknown) => {
    waiting.push(question)
    answerNext()
  })
  say({ ready: true })
}
