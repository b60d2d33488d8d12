import type { MonitorType, Phase } from '@sightline/shared/check-words'
import type { DiagnosisRole } from '@sightline/shared/diagnosis'
import { DIAGNOSIS_LIMIT_MS } from '@sightline/shared/diagnosis'
import { AppError } from '@sightline/shared/errors'
import type { Logger } from '@sightline/shared/logger'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { isOperatorsWorkspace } from '../db/installation.ts'
import type { DiagnosedOutageRow } from '../db/outage-analyses.ts'
import type { Queryable } from '../db/pool.ts'
import { readRegions } from '../db/regions.ts'
import type { OnDemandDesk } from '../on-demand/desk.ts'
import { openCase } from './case.ts'
import { diagnosableSettings } from './diagnosable-settings.ts'
import { sharerOfWorkspace } from '../limits/sharer.ts'
import type { DiagnosisFacts, Gathered } from './facts.ts'

/** Regions of each kind that are asked: more would crowd a target that is in trouble. */
const MAX_FAILING = 2
const MAX_PASSING = 1
/** Beyond the agent's own limit. */
const GRACE_MS = 2_000

interface Asked {
  readonly region: string
  readonly role: DiagnosisRole
}

/** Whom to ask: failing regions that tell the leading cause first, and one that passes for comparison. */
function chooseRegions(
  facts: DiagnosisFacts,
  able: ReadonlySet<string>,
): { asked: readonly Asked[]; ip: string | null; cause: string; phase: Phase | null } {
  const { failing, passing, leading, leadingChecks } = openCase(facts)
  const ordered = [...new Set([...leadingChecks, ...failing])].filter((check) =>
    able.has(check.region),
  )
  const [first] = leadingChecks
  const asFailing = ordered
    .slice(0, MAX_FAILING)
    .map(({ region }) => ({ region, role: 'failing' }) as const)
  const asPassing = passing
    .filter(({ region }) => able.has(region))
    .slice(0, MAX_PASSING)
    .map(({ region }) => ({ region, role: 'passing' }) as const)
  return {
    asked: [...asFailing, ...asPassing],
    ip: first?.ip ?? null,
    cause: leading,
    phase: first?.phase ?? null,
  }
}

/** Has agents of a few regions gather evidence side by side. Regions without an able agent, agents that
 *  refuse and those that do not answer in time are done without. */
export async function askAgents(
  parts: { db: Queryable; desk: OnDemandDesk; log: Logger },
  row: DiagnosedOutageRow,
  facts: DiagnosisFacts,
  signal: AbortSignal,
): Promise<readonly Gathered[]> {
  const known = await readRegions(parts.db, AGENT_LOST_AFTER_MS)
  const able = known.filter(
    ({ available, capabilities }) => available && capabilities.includes('diagnose'),
  )
  const { asked, ip, cause, phase } = chooseRegions(facts, new Set(able.map(({ code }) => code)))
  const type = row.type as MonitorType
  const isOperators = await isOperatorsWorkspace(parts.db, row.workspaceId)
  const target = {
    type,
    url: row.url,
    timeoutMs: row.timeoutMs,
    settings: { ...diagnosableSettings(type, row.settings) },
    ip,
    cause,
    phase,
  }
  const answers = await Promise.all(
    asked.map(async ({ region, role }): Promise<Gathered[]> => {
      try {
        const { output } = await parts.desk.request('diagnose', {
          region,
          input: { ...target, role },
          isOperators,
          capability: 'diagnose',
          timeoutMs: DIAGNOSIS_LIMIT_MS + GRACE_MS,
          sharer: sharerOfWorkspace(row.workspaceId),
          signal,
        })
        return [{ region, role, output }]
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        parts.log.info({ region, reason: error.message }, 'a region gathered no evidence')
        return []
      }
    }),
  )
  return answers.flat()
}
