import { AppError } from '@sightline/shared/errors'

/** @param requestsPerSecond null, or left out: what is polite  @throws AppError badRequest */
export type CheckRate = (requestsPerSecond: number | null | undefined) => void

/** Refuses crawls that are faster than the installation allows. @param most requests a second; 0 for no limit */
export function createCheckRate(most: number): CheckRate {
  return (requestsPerSecond) => {
    if (most === 0 || requestsPerSecond == null || requestsPerSecond <= most) return
    throw new AppError(
      'badRequest',
      `"maxRequestsPerSecond" is ${requestsPerSecond}, but must be at most ${most}.`,
    )
  }
}
