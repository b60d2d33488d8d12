import { create } from '@bufbuild/protobuf'
import { withLogContext } from '@sightline/shared/log-context'
import { beginTrace, endWith } from '@sightline/shared/tracing/trace'
import type { ErrorCode } from '@sightline/shared/errors'
import type { Recheck, WorkItem, WorkUpdate } from '@sightline/shared/gen/probe/v1/work_pb'
import { WorkUpdateSchema } from '@sightline/shared/gen/probe/v1/work_pb'
import type { Logger } from '@sightline/shared/logger'
import type { WhoseWork } from '../net/whose-work.ts'
import type { JsonWorker } from '../outcome/work.ts'
import { WithBytes, WorkRefusal } from '../outcome/work.ts'
import type { Dispatcher } from '../schedule/dispatch.ts'
import { workFor } from '../bounds/sharer.ts'
import { printable } from '../outcome/printable.ts'
import { recheckJob } from '../schedule/check-job.ts'

/** How many ids of past items are remembered: a controller sends one again at most minutes later. */
const MAX_REMEMBERED = 20_000

/** Far below the longest message, so that results pass between two parts. */
const PART_BYTES = 256 * 1024

/** What an agent does on demand, beside its assignments. */
export interface WorkDesk {
  /** Starts an item; one that was started before is not started again. */
  readonly start: (item: WorkItem) => void
  readonly cancel: (id: string) => void
  /** Nothing is under way whose outcome a new connection would lose. */
  readonly isIdle: () => boolean
}

/** Given as the reason where work has ended by itself: nobody reads it. */
const OVER = 'the work is over'

type Update = Exclude<WorkUpdate['update'], { case: undefined }>

/** @param deps.workers the kinds of JSON work this agent can do
 *  @param deps.send what became of an item; lost when no controller is connected, because whoever
 *    asked is gone then */
export function createWorkDesk(deps: {
  workers: ReadonlyMap<string, JsonWorker>
  dispatcher: Pick<Dispatcher, 'submit'>
  send: (update: WorkUpdate) => void
  /** Marks for whom something is done. */
  runAs?: WhoseWork['runAs']
  log: Logger
}): WorkDesk {
  const runAs = deps.runAs ?? ((_, work) => work())
  const remembered = new Set<string>()
  const open = new Map<string, AbortController>()

  function isNew(id: string): boolean {
    if (remembered.has(id)) return false
    const oldest = remembered.values().next()
    if (remembered.size >= MAX_REMEMBERED && oldest.done !== true) remembered.delete(oldest.value)
    remembered.add(id)
    return true
  }

  function answer(id: string, update: Update): void {
    deps.send(create(WorkUpdateSchema, { id, update }))
  }

  function answerInParts(id: string, bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      answer(id, { case: 'chunk', value: bytes.subarray(at, at + PART_BYTES) })
    }
  }

  function refuse(id: string, code: ErrorCode, message: string): void {
    answer(id, {
      case: 'error',
      value: { $typeName: 'probe.v1.WorkError', code, message: printable(message, 1_000) },
    })
  }

  async function recheck(work: Recheck, signal: AbortSignal): Promise<void> {
    const job = recheckJob(work, signal)
    if (job !== null) await deps.dispatcher.submit(job)
  }

  async function doJson(
    item: WorkItem,
    work: { kind: string; inputJson: string; forOperator: boolean },
    cancelled: AbortController,
  ): Promise<void> {
    const worker = deps.workers.get(work.kind)
    if (worker === undefined) {
      const kind = printable(work.kind, 100)
      refuse(item.id, 'badRequest', `This agent cannot do "${kind}": it may need an update.`)
      return
    }
    const timer = setTimeout(() => cancelled.abort(), item.timeoutMs)
    try {
      const input: unknown = JSON.parse(work.inputJson)
      const done = await runAs(work.forOperator, () => worker(input, cancelled.signal))
      const { output, bytes } = done instanceof WithBytes ? done : { output: done, bytes: null }
      if (bytes !== null) answerInParts(item.id, bytes)
      answer(item.id, { case: 'outputJson', value: JSON.stringify(output) })
    } catch (error) {
      if (error instanceof WorkRefusal) {
        refuse(item.id, error.code, error.message)
        return
      }
      deps.log.error({ err: error, kind: work.kind }, 'work failed by a bug')
      refuse(item.id, 'internal', 'The agent could not do this because of an error of its own.')
    } finally {
      clearTimeout(timer)
      // Of several things at once the others go on when one came to nothing: pages in the browser, whole runs.
      cancelled.abort(OVER)
    }
  }

  async function run(item: WorkItem, cancelled: AbortController): Promise<void> {
    const { work } = item
    switch (work.case) {
      case 'recheck':
        await recheck(work.value, cancelled.signal)
        return
      case 'json':
        await doJson(item, work.value, cancelled)
        return
      default:
        refuse(item.id, 'badRequest', 'This agent does not know this work: it may need an update.')
    }
  }

  /** In the trace of whoever asked for it. */
  function runTraced(item: WorkItem, cancelled: AbortController): Promise<void> {
    const name = item.work.case === 'json' ? item.work.value.kind : (item.work.case ?? 'unknown')
    const facts = { 'work.id': item.id, 'work.kind': name }
    const parent = item.traceparent === '' ? null : item.traceparent
    const span = parent === null ? null : beginTrace(`do ${name}`, parent, 'consumer', facts)
    return span === null ? run(item, cancelled) : endWith(span, () => run(item, cancelled))
  }

  return {
    start(item) {
      if (!isNew(item.id)) return
      const cancelled = new AbortController()
      open.set(item.id, cancelled)
      void withLogContext({ work: item.id }, () =>
        workFor(item.sharer, () => runTraced(item, cancelled)),
      ).finally(() => open.delete(item.id))
    },
    cancel(id) {
      open.get(id)?.abort()
    },
    isIdle: () => open.size === 0,
  }
}
