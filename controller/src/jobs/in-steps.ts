/** Does one thing after the other, those behind one that fails too: of two that have nothing to do with each other, one
 *  that fails each time, such as by its time limit, would keep the other from ever being done.
 *  @throws at the end what the first that failed threw */
export async function inSteps(...steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
