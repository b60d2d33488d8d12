/** Passes pieces on as long as they are taken. Whoever takes nothing for too long is given up, and what stands behind the
 *  pieces is let go of: others wait for it.
 *  @param limits.maxMs how long it may take in all
 *  @param limits.maxStallMs how long a piece may wait to be followed by the next
 *  @param over called when it is over, perhaps more than once
 *  @throws Error to who goes on after that: what is left never comes */
export async function* whileTaken<T>(
  pieces: AsyncIterable<T>,
  limits: { readonly maxMs: number; readonly maxStallMs: number },
  over: () => void,
): AsyncGenerator<T> {
  let isGivenUp = false
  const giveUp = (): void => {
    isGivenUp = true
    over()
  }
  const whole = setTimeout(giveUp, limits.maxMs)
  let stall: NodeJS.Timeout | undefined
  try {
    for await (const piece of pieces) {
      stall = setTimeout(giveUp, limits.maxStallMs)
      yield piece
      clearTimeout(stall)
      if (isGivenUp) break
    }
    if (isGivenUp) throw new Error('given up: it was not taken for too long')
  } finally {
    clearTimeout(whole)
    clearTimeout(stall)
    over()
  }
}
