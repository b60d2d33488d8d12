/** A promise, or the signal's end if that comes first. What the promise then comes to concerns no one.
 *  @throws the signal's reason */
export async function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // Also when it is not even waited for: a rejection that nobody handles ends the process.
  promise.catch(() => {})
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
