import type { Logger } from '@sightline/shared/logger'
import { CHECKERS } from './checks/index.ts'
import type { AgentConfig } from './config.ts'
import type { openEquipment } from './equipment.ts'
import type { Dispatcher } from './schedule/dispatch.ts'
import type { LatenessMeter } from './schedule/lateness.ts'
import { letHeapsGrow } from './small-heap.ts'
import type { WorkDesk } from './work/desk.ts'
import { createWorkDesk } from './work/desk.ts'
import { createWorkers } from './work/workers.ts'

/** Puts together what the agent does on demand.
 *  @param deps.send what became of work, to whoever asked */
export function openWork(
  config: AgentConfig,
  equipment: Awaited<ReturnType<typeof openEquipment>>,
  deps: {
    dispatcher: Dispatcher
    lateness: LatenessMeter
    send: Parameters<typeof createWorkDesk>[0]['send']
    log: Logger
  },
): WorkDesk {
  const { whose, icmp, browser, loopDelay, tools, lanes, runCheck } = equipment
  const { dispatcher, lateness, send, log } = deps
  const workers = createWorkers({
    lanes,
    runCheck,
    isOperators: whose.isOperators,
    findAddresses: tools.findAddresses,
    resolver: tools.resolver,
    tracer: icmp.tracer,
    checkers: CHECKERS,
    tools,
    browser,
    dohUrl: config.SIGHTLINE_DOH_URL,
    letHeapsGrow,
    burden: { latenessP99Ms: lateness.p99Ms, loopDelayMs: loopDelay.reader() },
    log,
  })
  return createWorkDesk({ workers, dispatcher, send, runAs: whose.runAs, log })
}
