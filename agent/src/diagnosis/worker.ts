import type { DiagnosisOutput, EvidencePiece } from '@sightline/shared/diagnosis'
import { DIAGNOSIS_LIMIT_MS, DiagnosisInput } from '@sightline/shared/diagnosis'
import type { Logger } from '@sightline/shared/logger'
import { withinShare } from '../dns/ask-in-turn.ts'
import { createLane } from '../icmp/lane.ts'
import type { JsonWorker } from '../outcome/work.ts'
import { WorkRefusal } from '../outcome/work.ts'
import { GATHERERS } from './evidence/index.ts'
import { usualPorts } from './evidence/ports.ts'
import type { Gather, GatherKit, SidePorts } from './gather.ts'
import { planEvidence } from './plan.ts'
import type { Subject } from './subject.ts'
import { subjectOf } from './subject.ts'

/** Diagnoses of one agent at once; others wait. */
const MAX_DIAGNOSES = 4
/** Left for the pieces to say how far they came when the limit strikes. */
const GRACE_MS = 1_000

/** What the worker needs of an agent. */
export interface DiagnosisWorkerDeps extends Omit<GatherKit, 'ports'> {
  readonly log: Logger
  readonly ports?: SidePorts
}

const USUAL_PORTS: SidePorts = { nameServer: 53, http: 80, others: usualPorts }

/** Does the work "diagnose": gathers evidence of a failing monitor side by side, each piece by itself,
 *  under one limit. Source: monitoring design, section 5 */
export function createDiagnosisWorker(deps: DiagnosisWorkerDeps): JsonWorker {
  const lane = createLane(MAX_DIAGNOSES)
  const kit: GatherKit = { ports: USUAL_PORTS, ...deps }

  async function gather(
    piece: EvidencePiece,
    subject: Subject,
    signal: AbortSignal,
  ): Promise<unknown> {
    const gatherPiece = GATHERERS[piece] as Gather<EvidencePiece>
    try {
      return await gatherPiece(subject, kit, signal)
    } catch (error) {
      // A bug in one must not lose the others.
      deps.log.error({ err: error, piece }, 'evidence was not gathered because of a bug')
      return null
    }
  }

  async function gatherAll(subject: Subject, signal: AbortSignal): Promise<DiagnosisOutput> {
    const startedAt = new Date()
    const beganAtMs = performance.now()
    const pieces = planEvidence(subject)
    const limitMs = DIAGNOSIS_LIMIT_MS - GRACE_MS
    const found = await withinShare(signal, limitMs, (limit) =>
      Promise.all(
        pieces.map(async (piece) => [piece, await gather(piece, subject, limit)] as const),
      ),
    )
    return {
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - beganAtMs),
      evidence: Object.fromEntries(found.filter(([, value]) => value !== null)),
    }
  }

  return async (input, signal) => {
    const asked = DiagnosisInput.safeParse(input)
    const subject = asked.success ? subjectOf(asked.data) : null
    if (subject === null) {
      throw new WorkRefusal('badRequest', 'This agent does not understand what to diagnose.')
    }
    const leave = await lane.enter(signal)
    if (leave === null) {
      throw new WorkRefusal('unavailable', 'This agent is busy with other diagnoses: try again.')
    }
    try {
      return await gatherAll(subject, signal)
    } finally {
      leave()
    }
  }
}
