import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import type { Transferable } from 'node:worker_threads'
import { Worker } from 'node:worker_threads'
import { createFairLine } from './fair-line.ts'
import type { Waits } from './room-in-line.ts'
import { roomInLine } from './room-in-line.ts'
import { presentSharer } from './sharer.ts'
import type { TimeUsed } from './time-used.ts'
import { createTimeUsed } from './time-used.ts'

/** `ready` is said once, when the thread has loaded what it needs. */
export type ThreadMessage<A> = { readonly answer: A } | { readonly ready: true }

/** An answer, or why there is none: too much else is to be done (it could not wait, or waited for most of
 *  its time), the time of whoever asked is over, the question took longer than its share, or more memory
 *  than the thread has, or the thread broke. */
export type ThreadAnswer<A> =
  | { readonly ok: true; readonly answer: A }
  | { readonly ok: false; readonly why: 'busy' | 'late' | 'slow' | 'large' | 'broken' }

/** Threads that answer questions which would stop the event loop, each one after the other, those of each
 *  sharer in order and sharers in turn, whoever has had least of their time first: by turns alone one whose
 *  questions take seconds would have nearly all of it. They are
 *  started when questions come and ended when none has come for a while. */
export interface ThreadQueue<Q, A> {
  /** Always resolves. A question that is given up takes its thread with it, and a new one serves the
   *  next. @param bytes what the question takes of the memory while it waits
   *  @param transfer what is handed over instead of copied */
  readonly ask: (
    question: Q,
    bytes: number,
    signal: AbortSignal,
    transfer?: readonly Transferable[],
  ) => Promise<ThreadAnswer<A>>
}

/** How much a queue may take. */
export interface ThreadLimits {
  /** What one question may take of a processor, without the thread's start. */
  readonly maxRunMs: number
  readonly maxHeapMb: number
  /** What all questions that wait may take together. Beyond it those of whoever has most of it give way. */
  readonly maxWaitingBytes: number
  /** How many threads there are at most; 1 unless said. */
  readonly threads?: number
  /** How far they stand behind others that want the processor, 0 to 19; 0 unless said. */
  readonly niceness?: number
  /** Called when a thread is started; what it returns, when it is gone. */
  readonly accompany?: () => () => void
  /** Whether a thread is told its next question before it has answered one, so that it need not wait for it. */
  readonly isToldAhead?: boolean
}

/** What a thread is started with. */
export interface ThreadStart {
  readonly niceness: number
}

/** A question that is told ahead is copied, because it may have to be told again; larger ones wait. */
const MAX_AHEAD_BYTES = 256 * 1_024
/** An idle thread keeps 10 MB. */
const IDLE_MS = 30_000
/** What a question may take longer than its share where others have the processors: a thread may also hang without
 *  taking any. */
const MAX_STRETCH = 10
/** Most questions are answered before anybody looks at what they take. */
const FIRST_LOOK = 1 / 4
const MIN_LOOK_MS = 10

interface Entry<Q, A> {
  readonly question: Q
  readonly sharer: string
  readonly bytes: number
  readonly askedAtMs: number
  readonly transfer: readonly Transferable[]
  readonly settle: (answer: ThreadAnswer<A>) => void
}

/** An entry that waits; null once it was given up. */
interface Spot<Q, A> {
  entry: Entry<Q, A> | null
  readonly sharer: string
  readonly bytes: number
}

/** One thread's place: empty while nothing is to be done. */
interface Place<Q, A> {
  readonly isIdle: () => boolean
  readonly hasThread: () => boolean
  readonly run: (entry: Entry<Q, A>) => void
  /** Whether it would take another question while one runs. */
  readonly takesAhead: () => boolean
  readonly runNext: (entry: Entry<Q, A>) => void
  /** Gives up what runs if it is this entry, or comes next. */
  readonly giveUp: (entry: Entry<Q, A>) => boolean
}

/** Without what the program has compiled each thread would strip its files of their types: 60 ms, and 20 MB
 *  for as long as it lives. */
function threadEnvironment(): NodeJS.ProcessEnv {
  const compiled = getCompileCacheDir()
  return compiled === undefined
    ? process.env
    : { ...process.env, NODE_COMPILE_CACHE: path.dirname(compiled) }
}

/** Gives back what was copied to a thread, as if it had been handed over: left to the garbage collector, pages pile up. */
function forget({ transfer }: Pick<Entry<unknown, unknown>, 'transfer'>): void {
  for (const each of transfer) if (each instanceof ArrayBuffer && !each.detached) each.transfer(0)
}

/** What a thread took of a processor since it started, in milliseconds. */
async function processorMs(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage()
  return (user + system) / 1_000
}

/** @param begin told whose question begins @param onIdle the place is free again */
function createPlace<Q, A>(
  file: URL,
  limits: ThreadLimits,
  begin: TimeUsed['begin'],
  onIdle: () => void,
): Place<Q, A> {
  let running: Entry<Q, A> | null = null
  /** What comes next, and whether the thread has been told of it. */
  let ahead: { readonly entry: Entry<Q, A>; isTold: boolean } | null = null
  let runsSinceMs = 0
  let endRun = (): void => {}
  let thread: Worker | null = null
  let takeLeave = (): void => {}
  let isReady = false
  let timer: NodeJS.Timeout | null = null
  let lookTimer: NodeJS.Timeout | null = null

  function clearTimers(): void {
    for (const each of [timer, lookTimer]) if (each !== null) clearTimeout(each)
    timer = null
    lookTimer = null
  }

  function drop(): void {
    const dropped = thread
    thread = null
    isReady = false
    if (ahead !== null) ahead.isTold = false
    takeLeave()
    takeLeave = () => {}
    // What the old thread may still say concerns no one.
    dropped?.removeAllListeners()
    dropped?.on('error', () => {})
    void dropped?.terminate()
  }

  function start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: limits.maxHeapMb }
    const workerData: ThreadStart = { niceness: limits.niceness ?? 0 }
    const started = new Worker(file, { resourceLimits, workerData, env: threadEnvironment() })
    started.on('message', (message: ThreadMessage<A>) => {
      if ('answer' in message) finish({ ok: true, answer: message.answer })
      else {
        isReady = true
        if (running !== null) limitRun(started, running)
        onIdle()
      }
    })
    const failed = (error: unknown): void => {
      if (thread !== started) return
      drop()
      const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
      finish({ ok: false, why: isMemory ? 'large' : 'broken' })
    }
    // Errors overtake answers, and would be taken for those of the question before.
    const afterAnswers = (error: unknown): void => void setImmediate(failed, error)
    started.on('error', afterAnswers)
    started.on('exit', afterAnswers)
    // An agent that ends does not wait for it.
    started.unref()
    takeLeave = limits.accompany?.() ?? takeLeave
    thread = started
    return started
  }

  /** Ends a question that took its share. It is of the processor's time, not of a clock's: on a machine that is busy
   *  with other things each question would else be called slow. */
  function limitRun(worker: Worker, entry: Entry<Q, A>): void {
    // From here on, because the thread's start is nobody's.
    endRun = begin(entry.sharer)
    const end = (): void => {
      drop()
      finish({ ok: false, why: 'slow' })
    }
    const firstLookMs = limits.maxRunMs * FIRST_LOOK
    let beforeMs: number | null = null
    async function look(): Promise<void> {
      const usedMs = await processorMs(worker)
      if (thread !== worker || running !== entry) return
      // As if it had taken all of it until now.
      beforeMs ??= usedMs - firstLookMs
      const leftMs = limits.maxRunMs - (usedMs - beforeMs)
      if (leftMs <= 0) end()
      else lookIn(Math.max(leftMs, MIN_LOOK_MS))
    }
    const lookIn = (ms: number): void => {
      // A thread that has ended is told of elsewhere.
      lookTimer = setTimeout(() => void look().catch(() => undefined), ms)
    }
    timer = setTimeout(end, limits.maxRunMs * MAX_STRETCH)
    lookIn(firstLookMs)
  }

  function finish(answer: ThreadAnswer<A>): void {
    clearTimers()
    endRun()
    const done = running
    running = null
    const next = ahead
    ahead = null
    if (next !== null) go(next.entry, next.isTold)
    else if (thread !== null) {
      timer = setTimeout(drop, IDLE_MS)
      timer.unref()
    }
    done?.settle(answer)
    onIdle()
  }

  /** @param isTold the thread has it already */
  function go(entry: Entry<Q, A>, isTold: boolean): void {
    runsSinceMs = performance.now()
    clearTimers()
    running = entry
    try {
      const worker = thread ?? start()
      if (isTold) forget(entry)
      else tell(worker, entry, [...entry.transfer])
      if (isReady) limitRun(worker, entry)
    } catch {
      // The system has no thread to give, or the question cannot be passed on.
      finish({ ok: false, why: 'broken' })
    }
  }

  /** @param transfer what is not copied */
  function tell(worker: Worker, { question }: Entry<Q, A>, transfer: Transferable[]): void {
    // Between threads there are no origins.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(question, transfer)
  }

  return {
    isIdle: () => running === null,
    hasThread: () => thread !== null,
    run: (entry) => go(entry, false),
    takesAhead: () => limits.isToldAhead === true && isReady && running !== null && ahead === null,
    runNext(entry) {
      ahead = { entry, isTold: false }
      if (thread === null || entry.bytes > MAX_AHEAD_BYTES) return
      try {
        tell(thread, entry, [])
        ahead.isTold = true
      } catch {
        // It is told so when its turn comes.
      }
    },
    giveUp(entry) {
      if (ahead?.entry === entry) {
        // A thread that was told of it answers to nobody.
        if (!ahead.isTold) ahead = null
        entry.settle({ ok: false, why: 'busy' })
        return true
      }
      if (running !== entry) return false
      const waitedMs = runsSinceMs - entry.askedAtMs
      const ranMs = performance.now() - runsSinceMs
      drop()
      finish({ ok: false, why: waitedMs > ranMs ? 'busy' : 'late' })
      return true
    },
  }
}

/** @param file of the threads */
export function createThreadQueue<Q, A>(file: URL, limits: ThreadLimits): ThreadQueue<Q, A> {
  const line = createFairLine<Spot<Q, A>>()
  const used = createTimeUsed()
  const waiting = new Set<Spot<Q, A>>()
  let waitingBytes = 0
  const places = Array.from({ length: limits.threads ?? 1 }, () =>
    createPlace<Q, A>(file, limits, used.begin, runNext),
  )

  function takeNext(): Entry<Q, A> | null {
    const take = (): Spot<Q, A> | undefined => line.take(null, used.stepsOf)
    for (let spot = take(); spot !== undefined; spot = take()) {
      const { entry } = spot
      if (entry === null) continue
      stopWaiting(spot, entry)
      return entry
    }
    return null
  }

  function stopWaiting(spot: Spot<Q, A>, entry: Entry<Q, A>): void {
    spot.entry = null
    waiting.delete(spot)
    waitingBytes -= entry.bytes
  }

  /** @returns whether a question may wait; others may have had to go for it */
  function makeRoom(comes: Waits): boolean {
    if (waiting.size === 0 || waitingBytes + comes.bytes <= limits.maxWaitingBytes) return true
    const leaving = roomInLine([...waiting], comes, limits.maxWaitingBytes)
    for (const spot of leaving ?? []) {
      const { entry } = spot
      if (entry === null) continue
      stopWaiting(spot, entry)
      entry.settle({ ok: false, why: 'busy' })
    }
    return leaving !== null
  }

  function runNext(): void {
    const idle = places.filter((place) => place.isIdle())
    // A thread that is there already costs nothing to start.
    const place = idle.find((each) => each.hasThread()) ?? idle[0]
    const busy = place === undefined ? places.find((each) => each.takesAhead()) : undefined
    const next = place === undefined && busy === undefined ? null : takeNext()
    if (next === null) return
    if (place === undefined) busy?.runNext(next)
    else place.run(next)
  }

  return {
    ask(question, bytes, signal, transfer = []) {
      const sharer = presentSharer()
      if (!signal.aborted && !makeRoom({ sharer, bytes })) {
        return Promise.resolve({ ok: false, why: 'busy' })
      }
      const leave = used.come(sharer)
      return new Promise((resolve) => {
        const entry: Entry<Q, A> = {
          question,
          sharer,
          bytes,
          askedAtMs: performance.now(),
          transfer,
          settle(answer) {
            signal.removeEventListener('abort', giveUp)
            leave()
            resolve(answer)
          },
        }
        function giveUp(): void {
          if (places.some((place) => place.giveUp(entry))) return
          const isWaiting = spot.entry !== null
          if (isWaiting) stopWaiting(spot, entry)
          entry.settle({ ok: false, why: isWaiting ? 'busy' : 'late' })
        }
        const spot: Spot<Q, A> = { entry: null, sharer, bytes }
        signal.addEventListener('abort', giveUp, { once: true })
        if (signal.aborted) {
          giveUp()
          return
        }
        spot.entry = entry
        waiting.add(spot)
        waitingBytes += bytes
        line.push(sharer, spot)
        runNext()
      })
    },
  }
}
