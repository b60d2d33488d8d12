import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Ownership } from '../../schedule/owner.ts'
import type { Session } from '../../sessions/agent-session.ts'
import type { MonitorTable } from './monitor-table.ts'

/** What an agent has to be told, so that it holds what it should: ids in ascending order, in which they are read
 *  and stored fastest. */
export interface Difference {
  /** Monitors that it does not have, or not as they are now. */
  readonly wanted: readonly number[]
  /** Monitors that it has and should not. */
  readonly lost: readonly number[]
}

/** Monitors looked at without a pause: some 4 ms with 10 agents in the region, 12 with 100. */
const AT_A_TIME = 10_000

type Member = {
  readonly agentId: string
  readonly assigned: Pick<Session['assigned'], 'mark' | 'ids' | 'count'>
}

/** Without a function that compares: a fifth of the time. */
function ascending(ids: readonly number[]): number[] {
  return [...Int32Array.from(ids).sort()]
}

/** Compares what some agents of a region were told with what they should have. Reads nothing: with 100,000
 *  monitors it takes some 35 ms for 10 agents, 120 for 100. The table must not change meanwhile. */
export async function differencesOf<M extends Member>(
  table: MonitorTable,
  ownership: Ownership,
  members: readonly M[],
): Promise<Map<M, Difference>> {
  const found = new Map(
    members.map((member) => [member.agentId, { member, wanted: [] as number[], kept: 0 }]),
  )
  let seen = 0
  for (const monitor of table.entries()) {
    seen += 1
    if (seen % AT_A_TIME === 0) await nextTurn()
    const its = found.get(ownership(monitor) ?? '')
    if (its === undefined) continue
    const told = its.member.assigned.mark(monitor.id)
    if (told !== undefined) its.kept += 1
    if (told !== monitor.mark) its.wanted.push(monitor.id)
  }
  return new Map(
    [...found.values()].map(({ member, wanted, kept }) => {
      const hasMore = member.assigned.count() > kept
      const lost = hasMore ? lostBy(member, table, ownership) : []
      return [member, { wanted: ascending(wanted), lost: ascending(lost) }]
    }),
  )
}

/** The monitors that an agent should have. The table must not change meanwhile. */
export async function shareOf(
  table: MonitorTable,
  ownership: Ownership,
  agentId: string,
): Promise<number[]> {
  const nobody = { agentId, assigned: { mark: () => undefined, count: () => 0, ids: () => [] } }
  const differences = await differencesOf(table, ownership, [nobody])
  return [...(differences.get(nobody)?.wanted ?? [])]
}

function lostBy(member: Member, table: MonitorTable, ownership: Ownership): number[] {
  return [...member.assigned.ids()].filter((id) => {
    const monitor = table.get(id)
    return monitor === undefined || ownership(monitor) !== member.agentId
  })
}
