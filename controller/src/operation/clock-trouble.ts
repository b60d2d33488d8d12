import { counted } from '@sightline/shared/counted'
import { MAX_CLOCK_OFFSET_MS } from '../votes/clock-offset.ts'

/** What is wrong where no agent has a say by its clock, which makes every monitor unknown: several machines are hardly wrong
 *  together, so it is mostly the database's; pure.
 *  @param nearestMs how far the clock that is off least is ahead of the database's; null: there is no agent
 *  @returns null: nothing, or it is the agents' own */
export function clockTrouble(nearestMs: number | null): string | null {
  if (nearestMs === null || Math.abs(nearestMs) <= MAX_CLOCK_OFFSET_MS) return null
  const off = counted(Math.round(Math.abs(nearestMs) / 1_000), 'second')
  return `The clock of the database's machine is ${off} or more ${nearestMs > 0 ? 'behind' : 'ahead of'} those of all agents, so nothing they find counts: set right whichever is wrong.`
}
