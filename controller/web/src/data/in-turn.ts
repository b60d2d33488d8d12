/** Does things a few at a time, the first asked for first. Whoever gives up while he waits leaves the line.
 *  @param places how many at once */
export function createTurns(
  places: number,
): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let taken = 0
  const waiting: (() => void)[] = []

  function leave(): void {
    taken -= 1
    waiting.shift()?.()
  }

  function wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = (): void => {
      waiting.splice(waiting.indexOf(goIn), 1)
      reject(signal?.reason as Error)
    }
    const goIn = (): void => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }
    waiting.push(goIn)
    signal?.addEventListener('abort', giveUp, { once: true })
    return promise
  }

  return async (work, signal) => {
    signal?.throwIfAborted()
    if (taken >= places) await wait(signal)
    taken += 1
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
