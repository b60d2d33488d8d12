/** What became of an outage. */
export type OutageChange = 'opened' | 'closed' | 'changed'
/** What became of a maintenance window. */
export type WindowChange = 'began' | 'ended' | 'changed' | 'removed'

/** One message of the database's channel "live" (migration 049). `place` names the transaction it came with: a place
 *  in the order in which everybody hears everything. */
export type LiveChange = { readonly place: string } & (
  | { readonly kind: 'monitors' | 'results'; readonly monitorIds: readonly number[] }
  | { readonly kind: 'gone'; readonly workspaceId: number; readonly publicIds: readonly string[] }
  | {
      readonly kind: 'outage'
      readonly change: OutageChange
      readonly outageIds: readonly number[]
    }
  | { readonly kind: 'alert'; readonly alertId: number }
  | {
      readonly kind: 'maintenance'
      readonly workspaceId: number
      readonly change: WindowChange
      readonly publicId: string
    }
  /** Sessions that ended, work in another workspace, or whose person may see other things now (migrations 062, 067). */
  | { readonly kind: 'sessions'; readonly sessionIds: readonly number[] }
  /** Somebody follows, at one controller or another. */
  | { readonly kind: 'following' }
)

/** Reads a message. @returns null for one that only a newer version knows */
export function parseLiveChange(payload: string): LiveChange | null {
  const [kind, place = '', first = '', second = '', third = ''] = payload.split(' ')
  if (!/^\d+$/.test(place)) return null
  switch (kind) {
    case 'monitors':
    case 'results':
      return { place, kind, monitorIds: first.split(',').map(Number) }
    case 'gone':
      return { place, kind, workspaceId: Number(first), publicIds: second.split(',') }
    case 'outage':
      return {
        place,
        kind,
        change: first as OutageChange,
        outageIds: second.split(',').map(Number),
      }
    case 'alert':
      return { place, kind, alertId: Number(first) }
    case 'maintenance':
      return {
        place,
        kind,
        workspaceId: Number(first),
        change: second as WindowChange,
        publicId: third,
      }
    case 'sessions':
      return { place, kind, sessionIds: first.split(',').map(Number) }
    case 'following':
      return { place, kind }
    default:
      return null
  }
}
