import { AppError } from '@sightline/shared/errors'
import { isPlace } from '@sightline/shared/region-facts'
import { readRegionCodes } from '../db/regions.ts'
import type { ServiceContext } from '../db/service-context.ts'

/** A read of one monitor that can be of one location; `region` null is all of them. */
type Read<Query extends { readonly region: string | null }, Answer> = (
  context: ServiceContext,
  workspaceId: number,
  monitorId: string,
  query: Query,
) => Promise<Answer>

/** The same read, but a code that is no location's is refused: a slip of the pen would look like a
 *  location where nothing was checked. Source: contract, "hours-of-day", errors
 *  @param contextOf what a workspace's reads work with */
export function requiringLocation<Query extends { readonly region: string | null }, Answer>(
  contextOf: (workspaceId: number) => ServiceContext,
  read: Read<Query, Answer>,
) {
  return async (workspaceId: number, monitorId: string, query: Query): Promise<Answer> => {
    const context = contextOf(workspaceId)
    if (query.region !== null) await requireLocation(context, query.region)
    return read(context, workspaceId, monitorId, query)
  }
}

/** @throws AppError badRequest for a code that neither an agent had nor every installation knows */
async function requireLocation({ db }: Pick<ServiceContext, 'db'>, code: string): Promise<void> {
  if (isPlace(code)) return
  const codes = await readRegionCodes(db)
  if (codes.includes(code)) return
  throw new AppError(
    'badRequest',
    `The query parameter "region" is "${code}", which is no location here: it must be one of ${codes.join(', ') || 'the locations of agents (there is none yet)'}.`,
  )
}
