import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { SilenceRow } from '../../db/alert-watches.ts'
import { endSilences, noteSilences, readSilences } from '../../db/alert-watches.ts'
import type { UpkeepParts } from '../../jobs/task.ts'
import type { AlertEvent } from '../outbox/alert-event.ts'
import { announce } from '../outbox/announce.ts'
import { utcWords } from '../message/time-words.ts'

/** Looks for agents that were lost and for regions without a live agent, and tells the operator of all
 *  that are new, and of all that are back, in one alert each. A loss is told when a second look, a
 *  minute later, finds it too: a restart, or a database that was away, is none. */
export async function watchAgents({ db, now }: UpkeepParts): Promise<void> {
  const nowMs = now()
  await db.transaction(async (tx) => {
    const all = await readSilences(tx, AGENT_LOST_AFTER_MS)
    const silent = all.filter((row) => row.isSilent)
    const subjects = silent.map((row) => row.subject)
    const lost = new Set(await noteSilences(tx, subjects, new Date(nowMs)))
    const ended = new Set(await endSilences(tx, subjects))
    // Of those that ended, an agent whose token was revoked is not back.
    const losses = silent.filter((row) => lost.has(row.subject))
    const returns = all.filter((row) => ended.has(row.subject) && row.isLive)
    await announce(tx, [...eventsOf(losses, nowMs, false), ...eventsOf(returns, nowMs, true)])
  })
}

/** One event about all of them, none without any. */
function eventsOf(rows: readonly SilenceRow[], nowMs: number, isOver: boolean): AlertEvent[] {
  if (rows.length === 0) return []
  const event: AlertEvent = {
    kind: 'agentLost',
    monitorId: null,
    outageId: null,
    atMs: nowMs,
    sinceMs: isOver ? nowMs : Math.min(...rows.map((row) => row.heardAtMs)),
    cause: null,
    reason: describeSilences(rows, isOver),
    regions: [...new Set(rows.map((row) => row.region))].sort(),
    isDigested: false,
    isOver,
  }
  return [event]
}

/** Subjects that a message names; the rest is counted. */
const MAX_NAMED = 10

/** "Region eu-west has no agent any more. Agent agt_1 (host probe-1, eu-west) has been silent since
 *  ..." Pure. */
export function describeSilences(rows: readonly SilenceRow[], isOver: boolean): string {
  const regionsFirst = rows.toSorted((a, b) => b.subject.localeCompare(a.subject, 'en'))
  const sentences = regionsFirst.slice(0, MAX_NAMED).map((row) => sentenceOf(row, isOver))
  const more = rows.length - sentences.length
  return [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}

function sentenceOf({ subject, region, hostname, heardAtMs }: SilenceRow, isOver: boolean): string {
  if (hostname === null) {
    return isOver
      ? `Region ${region} has an agent again.`
      : `Region ${region} has no agent any more: its monitors are not checked from there.`
  }
  const agent = `Agent ${subject.replace(/^agent /, '')} (host ${hostname}, ${region})`
  return isOver ? `${agent} is back.` : `${agent} has been silent since ${utcWords(heardAtMs)}.`
}
