/** Whether anybody can see the page. */
export const isSeen = (): boolean => document.visibilityState === 'visible'

/** Does something again and again, but for the times at which nobody sees the page.
 *  @returns ends it */
export function whileSeen(work: () => void, everyMs: number, seen = isSeen): () => void {
  const timer = setInterval(() => {
    if (seen()) work()
  }, everyMs)
  return () => clearInterval(timer)
}
