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

/** The other end of a thread queue: answers one question after the other, because the queue asks no
 *  thread two at once. What it throws or rejects with ends the thread.
 *  @param port null outside of a thread: nothing is served there */
export function serveQuestions(
  port: MessagePort | null,
  // What comes is of the type that the queue of this thread sends.
  answerTo: (question: never) => unknown,
): void {
  function say(message: ThreadMessage<unknown>, transfer: readonly Transferable[] = []): void {
    port?.postMessage(message, [...transfer])
  }
  function give(given: unknown): void {
    if (given instanceof Handover) say({ answer: given.answer }, given.transfer)
    else say({ answer: given })
  }
  port?.on('message', (question: unknown) => {
    const given = answerTo(question as never)
    // Thrown where the queue sees it: as the end of this thread.
    if (given instanceof Promise)
      void given.then(give, (error: unknown) =>
        queueMicrotask(() => {
          throw error
        }),
      )
    else give(given)
  })
  say({ ready: true })
}
