/** How long a reader waits for a database that does not answer, where there is something older to show. */
const PATIENCE_MS = 1_000

/** Waits for it, but not for long.
 *  @param instead what there is, should it take longer */
export async function within<T>(wanted: Promise<T>, instead: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(instead), PATIENCE_MS)
  try {
    return await Promise.race([wanted, promise])
  } finally {
    clearTimeout(timer)
  }
}
