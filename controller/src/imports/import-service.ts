import { countMonitors } from '../db/monitors.ts'
import { createFairGate } from '../limits/fair-gate.ts'
import { sharerOfWorkspace } from '../limits/sharer.ts'
import type { Actor } from '../monitors/monitor-context.ts'
import { createDiskRoom } from './disk-room.ts'
import type { FormatName } from './format-names.ts'
import type { ImportContext } from './import-context.ts'
import { keepAhead } from './keep-ahead.ts'
import type { ImportRow } from './import-row.ts'
import { rowOf } from './import-row.ts'
import type { ImportSession } from './import-session.ts'
import { openSession } from './import-session.ts'
import type { ImportSummary } from './import-summary.ts'
import { createSummary } from './import-summary.ts'
import { makeMonitors, MONITORS_AT_ONCE } from './making/make-monitors.ts'
import { makeThing } from './making/make-thing.ts'
import { readInProcess } from './read-in-process.ts'
import type { NotCarried, ReadMonitor } from './reading/reading.ts'
import type { ReadLine } from './reading/write-reading.ts'
import { receiveFile } from './receive-file.ts'
import { whileTaken } from './while-taken.ts'

/** Files on their way, and on disk until they are read: whoever sends slowly holds one of these places for half a minute,
 *  of which there are many, and one for each workspace. */
const RECEIVING = { places: 40, ofOne: 1, waiting: 40, waitingOfOne: 5, waitMs: 20_000 } as const

/** Imports at once: each has a process beside it while its file is read, and holds what it read. A workspace has one
 *  at a time, so that of the same file sent twice the second finds what the first made. */
const LIMITS = { places: 2, ofOne: 1, waiting: 20, waitingOfOne: 5, waitMs: 20_000 } as const

/** Answers that are not taken to their end, each of which has a file of up to 64 MB: nobody waits for one of these places,
 *  who has so many has stopped reading. */
const ANSWERS = { places: 100, ofOne: 8, waiting: 0, waitingOfOne: 0, waitMs: 0 } as const

/** Whoever takes nothing of the answer for so long is given up, and whoever takes it slowly after all. */
const TIMES = { maxMs: 30 * 60_000, maxStallMs: 60_000 } as const

/** What is to be done with a file. */
export interface ImportOrder {
  readonly format: FormatName | 'auto'
  /** Nothing is made: it is only said what would be. */
  readonly isDryRun: boolean
}

/** An import that is under way. */
export interface RunningImport {
  readonly format: FormatName
  /** Monitors of the file, whatever becomes of them: how far it is follows from the rows. */
  readonly monitors: number
  /** What became of each thing, some at a time; what the workspace and the file hold decides, so it is made while
   *  it is read. */
  readonly rows: AsyncGenerator<readonly ImportRow[]>
  /** Of the rows so far. */
  readonly summary: () => ImportSummary
}

/** Everything the API does with files of monitors. */
export type ImportService = ReturnType<typeof createImportService>

export function createImportService(context: ImportContext) {
  const receiving = createFairGate(RECEIVING, 'files are being imported')
  const room = createDiskRoom()
  const gate = createFairGate(LIMITS, 'files are being imported')
  const answers = createFairGate(ANSWERS, 'files are being imported')

  async function runReceived(
    actor: Actor,
    path: string,
    order: ImportOrder,
  ): Promise<RunningImport> {
    const sharer = sharerOfWorkspace(actor.workspaceId)
    const endAnswer = await enter((work) => answers.pass(sharer, work))
    let leave = (): void => {}
    try {
      leave = await enter((work) => gate.pass(sharer, work))
      const lines = readInProcess(path, order.format)
      // The process has read all of it once its first line is there.
      return await unlessItFails(lines, async () => {
        const running = await begin(context, actor, order, lines)
        return answerFrom(running, lines, { leave, endAnswer })
      })
    } catch (error: unknown) {
      leave()
      endAnswer()
      throw error
    }
  }

  return {
    /** Receives a file and begins to make of it what it holds.
     *  @throws AppError badRequest for a file that cannot be read; unavailable when too many are imported now */
    async run(
      actor: Actor,
      pieces: AsyncIterable<Uint8Array>,
      order: ImportOrder,
    ): Promise<RunningImport> {
      const sharer = sharerOfWorkspace(actor.workspaceId)
      return receiving.pass(sharer, async () => {
        const file = await receiveFile(pieces, room)
        try {
          return await runReceived(actor, file.path, order)
        } finally {
          await file.remove()
        }
      })
    },
    /** The same of a file of this machine, for its operator. */
    async runFile(actor: Actor, path: string, order: ImportOrder): Promise<RunningImport> {
      const lines = readInProcess(path, order.format)
      return unlessItFails(lines, () => begin(context, actor, order, lines))
    },
  } as const
}

/** Takes a place, until it is left.
 *  @returns leaves it */
async function enter(pass: (work: () => Promise<void>) => Promise<void>): Promise<() => void> {
  const { promise: over, resolve: leave } = Promise.withResolvers<void>()
  await new Promise<void>((isIn, refuse) => {
    pass(() => {
      isIn()
      return over
    }).catch(refuse)
  })
  return leave
}

/** The rows of an import that is made at its own pace: its place is given back once all is made, and the answer is there
 *  as long as it is taken. */
async function answerFrom(
  running: RunningImport,
  lines: AsyncGenerator<ReadLine>,
  { leave, endAnswer }: { readonly leave: () => void; readonly endAnswer: () => void },
): Promise<RunningImport> {
  const kept = await keepAhead(running.rows, leave)
  const over = (): void => {
    leave()
    void lines.return(undefined)
    kept.drop()
    endAnswer()
  }
  return { ...running, rows: whileTaken(kept.pieces, TIMES, over) }
}

/** Ends the process behind the lines where nobody is going to take them. */
async function unlessItFails<T>(
  lines: AsyncGenerator<ReadLine>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error: unknown) {
    await lines.return(undefined)
    throw error
  }
}

async function begin(
  context: ImportContext,
  actor: Actor,
  { isDryRun }: ImportOrder,
  lines: AsyncGenerator<ReadLine>,
): Promise<RunningImport> {
  const first = await lines.next()
  if (first.done === true || first.value.kind !== 'file') {
    throw new Error('what a file holds does not begin with its format')
  }
  const { format, monitors } = first.value
  const { maxMonitors } = actor.plan
  const places =
    maxMonitors === null
      ? null
      : Math.max(0, maxMonitors - (await countMonitors(context.db, actor.workspaceId, maxMonitors)))
  const session = await openSession(context, actor, { isDryRun, places })
  const summary = createSummary(places)
  async function* rows(): AsyncGenerator<readonly ImportRow[]> {
    for await (const some of rowsOf(session, lines)) {
      summary.count(some)
      yield some
    }
  }
  return { format, monitors, rows: rows(), summary: summary.read }
}

/** Makes what the lines tell of, in their order, monitors many at a time. */
async function* rowsOf(
  session: ImportSession,
  lines: AsyncGenerator<ReadLine>,
): AsyncGenerator<readonly ImportRow[]> {
  let waiting: ReadMonitor[] = []
  for await (const line of lines) {
    if (line.kind === 'monitor') waiting.push(line.monitor)
    const isFull = waiting.length === MONITORS_AT_ONCE
    if (waiting.length > 0 && (isFull || line.kind !== 'monitor')) {
      yield await makeMonitors(session, waiting)
      waiting = []
    }
    if (line.kind === 'notCarried') yield [rowOfLeft(line.left)]
    else if ('thing' in line) yield [await makeThing(session, line.kind, line.thing)]
  }
}

function rowOfLeft({ what, name, at, reason }: NotCarried): ImportRow {
  return rowOf(what, { name, at }, { outcome: 'notCarried', reason })
}
