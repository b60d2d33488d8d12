/** What is there, or that it is not yet. */
type Sought<T> = T | undefined | null | false

/** Asks again and again until there is something. @throws after the limit, which is long because machines
 *  that run tests are busy, and only a test that fails waits for it */
export async function eventually<T>(
  ask: () => Sought<T> | Promise<Sought<T>>,
  limitMs = 30_000,
): Promise<T> {
  const until = performance.now() + limitMs
  for (;;) {
    const found = await ask()
    if (found !== undefined && found !== null && found !== false) return found
    if (performance.now() > until) throw new Error(`not within ${limitMs} ms: ${ask.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
