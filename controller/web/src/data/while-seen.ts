/** Does something again and again, but for the times at which nobody sees the page.
 *  @param seen whether anybody does  @returns ends it */
export function whileSeen(work: () => void, everyMs: number, seen: () => boolean): () => void {
  const timer = setInterval(() => {
    if (seen()) work()
  }, everyMs)
  return () => clearInterval(timer)
}
