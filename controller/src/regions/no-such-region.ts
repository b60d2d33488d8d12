import { AppError } from '@sightline/shared/errors'

/** A region that somebody named, and nobody knows.
 *  @param name of the parameter or field it came in
 *  @param known codes of the regions there are */
export function noSuchRegion(code: string, name: string, known: readonly string[]): AppError {
  const choice = known.join(', ') || 'the regions of connected agents (there is none yet)'
  return new AppError(
    'badRequest',
    `There is no region "${code}": "${name}" must be among ${choice}.`,
  )
}
