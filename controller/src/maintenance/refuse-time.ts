import { AppError } from '@sightline/shared/errors'

/** A time as errors show it. */
export function shownTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** @param why what is allowed, without the full stop */
export function refuseTime(field: string, ms: number, why: string): AppError {
  return new AppError('badRequest', `The field "${field}" is ${shownTime(ms)}: ${why}.`)
}
