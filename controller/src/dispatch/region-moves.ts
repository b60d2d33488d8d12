import type { RetriedWork } from './retried-work.ts'

/** Remembers regions in which monitors have to move between agents.
 *  @param move tells the agents of a region; once for all that asked before it begins
 *  @returns asks for it */
export function createRegionMoves(
  { publish }: Pick<RetriedWork, 'publish'>,
  move: (region: string) => Promise<void>,
): (region: string) => void {
  const waiting = new Set<string>()

  return function moveLater(region) {
    if (waiting.has(region)) return
    waiting.add(region)
    const work = (): Promise<void> => {
      waiting.delete(region)
      return move(region)
    }
    publish('moving monitors between agents', work, () => moveLater(region))
  }
}
