import { AppError } from '@sightline/shared/errors'

/** Source: decisions, section 1: a malformed id is no different from an unknown one.
 *  @param what "monitor" */
export function nothingWithId(what: string, publicId: string): AppError {
  const shown = publicId.length > 40 ? `${publicId.slice(0, 40)}…` : publicId
  return new AppError('notFound', `There is no ${what} with the id "${shown}" in the workspace.`)
}

export function monitorNotFound(publicId: string): AppError {
  return nothingWithId('monitor', publicId)
}

/** @throws AppError notFound when there is no row */
export function requireMonitor<Row>(row: Row | null | undefined, publicId: string): Row {
  if (row === null || row === undefined) throw monitorNotFound(publicId)
  return row
}
