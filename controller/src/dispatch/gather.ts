/** Changes are gathered this long, so that a bulk change is one reading. */
const GATHER_MS = 20

/** Gathers ids that are told one by one. @param gathered told all of a moment, each once */
export function createGather(
  gathered: (ids: readonly number[]) => void,
): (ids: readonly number[]) => void {
  const waiting = new Set<number>()
  let timer: NodeJS.Timeout | null = null

  function tell(): void {
    timer = null
    const ids = [...waiting]
    waiting.clear()
    gathered(ids)
  }

  return (ids) => {
    for (const id of ids) waiting.add(id)
    timer ??= setTimeout(tell, GATHER_MS)
  }
}
