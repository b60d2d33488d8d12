import { AppError } from '@sightline/shared/errors'

const DAY_MS = 86_400_000

/** What a reader asked for; both ends are optional. */
interface AskedWindow {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** The window a reader asks for: the last day, or so many, unless told otherwise.
 *  @param maxDays longest window; null: no limit
 *  @param defaultDays its length when "from" is not given
 *  @throws AppError badRequest when it does not begin before it ends, or is too long */
export function windowOf(
  query: AskedWindow,
  now: Date,
  maxDays: number | null,
  defaultDays = 1,
): { from: Date; to: Date } {
  const to = query.to ?? now
  const from = query.from ?? new Date(to.getTime() - defaultDays * DAY_MS)
  const asked = `The query parameter "from" is ${from.toISOString()}`
  const end = `"to", which is ${to.toISOString()}`
  if (from >= to) throw new AppError('badRequest', `${asked}: it must be before ${end}.`)
  if (maxDays !== null && to.getTime() - from.getTime() > maxDays * DAY_MS) {
    throw new AppError('badRequest', `${asked}: it must be at most ${maxDays} days before ${end}.`)
  }
  return { from, to }
}
