import type { Cause } from '@sightline/shared/causes'
import { CAUSES, isCause } from '@sightline/shared/causes'
import type { MonitorType, Phase, ResultStatus } from '@sightline/shared/check-words'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { NeighbourRow, UnrelatedHostRow } from '../db/diagnosis-others.ts'
import { areManySuspected, readNeighbours, readUnrelatedHosts } from '../db/diagnosis-others.ts'
import type { DiagnosisCheckRow } from '../db/diagnosis-reads.ts'
import {
  readAgentStates,
  readFirstFailure,
  readLastGood,
  readPassed,
  readUsualTimes,
  readVotes,
} from '../db/diagnosis-reads.ts'
import { isOperatorsWorkspace } from '../db/installation.ts'
import type { DiagnosedOutageRow } from '../db/outage-analyses.ts'
import { readStoredTraces } from '../db/outage-analyses.ts'
import type { Queryable } from '../db/pool.ts'
import { StoredAnalysis } from './analysis.ts'
import { toldBy } from './case.ts'
import type { AgentState, DiagnosisFacts, GoodTrace, Neighbour, RegionCheck } from './facts.ts'
import { originOf } from './origins.ts'

const DAY_MS = 86_400_000
/** What is usual is taken from these days before. */
const USUAL_DAYS = 7
/** Outages that began within this of each other may have one reason. */
const SAME_TIME_MS = 10 * 60_000

/** What other workspaces are told of a self-test that fails: agents, and what they name of their network, are the
 *  operator's. */
const FAILED_TEST = 'the agent is not fit to judge targets'

const STORED_TRACES = StoredAnalysis.shape.traces

function checkOf(row: DiagnosisCheckRow): RegionCheck {
  const { dnsMs, connectMs, tlsMs, firstByteMs, downloadMs } = row
  const { cause } = row
  return {
    region: row.region,
    atMs: row.atMs,
    status: row.status as ResultStatus,
    cause: cause !== null && isCause(cause) ? (cause satisfies Cause) : null,
    phase: row.phase as Phase | null,
    error: row.error,
    statusCode: row.statusCode,
    responseMs: row.responseMs === null ? null : Math.round(row.responseMs),
    ip: row.ip,
    timings: { dnsMs, connectMs, tlsMs, firstByteMs, downloadMs },
    details: row.details ?? {},
  }
}

/** The newest way of each region that led to the target. */
async function readGoodTraces(db: Queryable, row: DiagnosedOutageRow): Promise<GoodTrace[]> {
  const stored = await readStoredTraces(db, row.monitorId, row.outageId)
  const newest = new Map<string, GoodTrace>()
  for (const each of stored) {
    const parsed = STORED_TRACES.safeParse(each)
    for (const trace of parsed.success ? parsed.data : []) {
      if (!newest.has(trace.region)) newest.set(trace.region, trace)
    }
  }
  return [...newest.values()]
}

/** Whether a failure may be the agent's own trouble. One that says so itself is; of one without a cause
 *  nothing speaks against it. */
function mayBeAgents({ cause }: UnrelatedHostRow): boolean {
  if (cause === null || !isCause(cause)) return true
  return CAUSES[cause].category === 'ours' || originOf(cause).agent !== null
}

/** Neighbours by what their own checks tell; by what their outage is called where none is kept. */
function neighbourOf({ ownCauses, ...row }: NeighbourRow): Neighbour {
  const told = toldBy(ownCauses.filter(isCause).map((cause) => ({ cause })))
  return { ...row, cause: told[0]?.cause ?? row.cause }
}

async function readAgents(
  db: Queryable,
  row: DiagnosedOutageRow,
  { regions, isCrowd }: { readonly regions: readonly string[]; readonly isCrowd: boolean },
): Promise<AgentState[]> {
  const { workspaceId, host, startedAtMs } = row
  const sinceMs = startedAtMs - SAME_TIME_MS
  const states = await readAgentStates(db, regions, AGENT_LOST_AFTER_MS)
  const unrelated = await readUnrelatedHosts(db, { workspaceId, host, regions, sinceMs, isCrowd })
  const isOperators = await isOperatorsWorkspace(db, workspaceId)
  return states.map((state) => ({
    ...state,
    selfTestError: isOperators || state.selfTestError === null ? state.selfTestError : FAILED_TEST,
    unrelatedHosts: [
      ...new Set(
        unrelated
          .filter((each) => each.region === state.region && mayBeAgents(each))
          .map(({ host: of }) => of),
      ),
    ],
  }))
}

/** Reads everything the database knows about an outage; what agents gather comes on top of it.
 *  @param nowMs UNIX ms */
export async function readFacts(
  db: Queryable,
  row: DiagnosedOutageRow,
  nowMs: number,
): Promise<Omit<DiagnosisFacts, 'gathered'>> {
  const { monitorId, startedAtMs, confirmedAtMs, workspaceId } = row
  const round = { monitorId, fromMs: startedAtMs, toMs: Math.max(startedAtMs, confirmedAtMs) }
  const votes = (await readVotes(db, round)).map(checkOf)
  const regions = [...new Set([...row.regions, ...votes.map(({ region }) => region)])]
  const before = { fromMs: startedAtMs - USUAL_DAYS * DAY_MS, beforeMs: startedAtMs }
  const lastGood = await readLastGood(db, { monitorId, regions, ...before })
  const firstBad = await readFirstFailure(db, round)
  const failing = votes.filter(({ status }) => status === 'down').map(({ region }) => region)
  const passed = await readPassed(db, {
    monitorId,
    sinceMs: row.changedAtMs,
    beforeMs: startedAtMs,
  })
  const isCrowd = await areManySuspected(db, workspaceId)
  const near = await readNeighbours(db, {
    workspaceId,
    monitorId,
    parents: row.dependsOn,
    fromMs: startedAtMs - SAME_TIME_MS,
    toMs: startedAtMs + SAME_TIME_MS,
    isCrowd,
  })
  return {
    monitor: {
      publicId: row.monitorPublicId,
      type: row.type as MonitorType,
      url: row.url,
      host: row.host,
      port: row.port,
      timeoutMs: row.timeoutMs,
      changedAtMs: row.changedAtMs,
      createdAtMs: row.createdAtMs,
    },
    outage: {
      publicId: row.outageId,
      scope: row.scope === 'regional' ? 'regional' : 'global',
      startedAtMs,
      cause: row.cause,
      summary: row.summary,
      regions: row.outageRegions,
    },
    votes,
    firstBad: firstBad === null ? null : checkOf(firstBad),
    lastGood: lastGood.map(checkOf),
    usual: await readUsualTimes(db, { monitorId, regions, ...before }),
    goodTraces: await readGoodTraces(db, row),
    neighbours: near.map(neighbourOf),
    // How the agents are now says nothing about an outage of long ago.
    agents:
      nowMs - confirmedAtMs > SAME_TIME_MS
        ? []
        : await readAgents(db, row, { regions: failing, isCrowd }),
    hasPassed: passed.ever || lastGood.length > 0,
    hasPassedSinceChange:
      passed.since ||
      lastGood.some(({ atMs }) => atMs >= row.changedAtMs) ||
      isLongAgo(row, passed),
  }
}

/** A change from before the results that are read: a monitor that was up since it was made has passed
 *  since then. */
function isLongAgo(
  { changedAtMs, startedAtMs }: DiagnosedOutageRow,
  { ever }: { ever: boolean },
): boolean {
  return ever && changedAtMs < startedAtMs - USUAL_DAYS * DAY_MS
}
