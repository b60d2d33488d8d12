import type { OperationFigures } from '../db/operation-figures.ts'

/** However many ask for metrics, the database is asked this often. */
const KEPT_MS = 15_000
/** Prometheus waits for ten seconds. */
const PATIENCE_MS = 5_000

/** Figures of the database that are up to 15 s old.
 *  @param read asks the database
 *  @param nowMs a steady clock
 *  @returns null while it does not answer */
export function keepFigures(
  read: () => Promise<OperationFigures>,
  nowMs: () => number = () => performance.now(),
): () => Promise<OperationFigures | null> {
  let readAtMs = -Infinity
  let kept: Promise<OperationFigures | null> = Promise.resolve(null)
  /** Until it is over nobody asks again: a database that hangs would be asked by ever more. */
  let isAsking = false

  function ask(): Promise<OperationFigures | null> {
    isAsking = true
    const asked = read()
      .catch(() => null)
      .finally(() => {
        isAsking = false
      })
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => resolve(null), PATIENCE_MS)
    return Promise.race([asked, late]).finally(() => clearTimeout(timer))
  }

  return () => {
    if (nowMs() - readAtMs >= KEPT_MS) {
      readAtMs = nowMs()
      kept = isAsking ? Promise.resolve(null) : ask()
    }
    return kept
  }
}
