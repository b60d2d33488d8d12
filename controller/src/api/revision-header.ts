import { AppError } from '@sightline/shared/errors'
import { isRevision } from '../monitors/revision.ts'

/** The revision of a monitor as an entity tag. Source: RFC 9110, section 8.8.3 */
export const etagOf = (revision: string): string => `"${revision}"`

/** What a change asks the monitor to be still. One tag is taken, also a weak one, as proxies make of them.
 *  @returns null when it may be anything
 *  @throws AppError badRequest for what is no tag of a monitor. Source: RFC 9110, section 13.1.1 */
export function expectedRevision(header: string | undefined): string | null {
  const text = header?.trim() ?? '*'
  if (text === '*') return null
  const tag = /^(?:W\/)?"([^"]*)"$/.exec(text)?.[1]
  if (tag !== undefined && isRevision(tag)) return tag
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text
  throw new AppError(
    'badRequest',
    `The header If-Match is ${shown}, but must be the ETag of a read of the monitor, or *.`,
  )
}
