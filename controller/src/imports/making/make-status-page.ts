import { StatusPageCreation } from '../../status-pages/page-input.ts'
import { MAX_STATUS_PAGES } from '../../status-pages/status-page-service.ts'
import { resolveRefs } from '../import-session.ts'
import { parseBody } from '../parse-body.ts'
import type { MakeThing } from './maker.ts'

const EVERYTHING = { limit: MAX_STATUS_PAGES, offset: 0 }

/** A status page; it is there already when the workspace has one of its slug. A slug or host that another workspace
 *  has is refused: another would be another address. */
export const makeStatusPage: MakeThing = async (session, { body }, warnings) => {
  const { context, actor, isDryRun, ids } = session
  const asked = parseBody(StatusPageCreation, body)
  const { statusPages } = await context.statusPages.list(actor.workspaceId, EVERYTHING)
  const holder = statusPages.find(({ slug }) => slug === asked.slug)
  if (holder !== undefined) {
    const reason = `The workspace has a status page at /status/${asked.slug} already: it stays as it is.`
    return { outcome: 'duplicate', id: holder.id, reason }
  }
  const named = asked.components ?? []
  const refs = named.map(({ monitorId }) => monitorId)
  warnings.push(...resolveRefs(session, 'monitor it shows', refs).warnings)
  const components = named.flatMap((component) => {
    const monitorId = ids.get(component.monitorId)
    return typeof monitorId === 'string' ? [{ ...component, monitorId }] : []
  })
  if (isDryRun) {
    // Monitors that would be made are none yet.
    await context.statusPages.check(actor.workspaceId, { ...asked, components: [] })
    return { outcome: 'toMake' }
  }
  const { id } = await context.statusPages.create(actor.workspaceId, { ...asked, components })
  return { outcome: 'made', id }
}
