import { MAY_BE_ALLOWED } from '../input/may-be-allowed.ts'

/** What to do where a command that works by itself refused addresses that the installation may allow: it judges them by its
 *  own environment. Pure.
 *  @param told what was refused, and why
 *  @param command to be run again
 *  @param hasRanges whether some are opened for the command
 *  @returns null: nothing was refused for that */
export function openedRangesHint(told: string, command: string, hasRanges: boolean): string | null {
  if (!told.includes(MAY_BE_ALLOWED)) return null
  const own = hasRanges ? 'does not name them' : 'is not set'
  return `This command allows private addresses by its own SIGHTLINE_ALLOW_PRIVATE_TARGETS, which ${own}. Give it the ranges that the installation is started with:
  SIGHTLINE_ALLOW_PRIVATE_TARGETS=10.0.0.0/8,127.0.0.0/8 npm run cli -- ${command}`
}
