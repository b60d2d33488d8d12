import { setFlagsFromString } from 'node:v8'

/** How often, and for how long, V8 tidies up. */
const TIDY_EVERY_MS = 60_000
const TIDY_FOR_MS = 10_000

/** Growth of a heap between two collections of it, in percent. */
const SMALL_GROWTH = 30
/** While pages are read: with 30 % a thread looked through its whole heap at every third page, for half of
 *  what the page took. Eight at once on two threads take 220 MB with 60 %, and 9 % less time with 100 %
 *  and 260 MB. V8 left alone takes 30 % too, as a heap with a limit of 256 MB counts as small. */
const LARGE_GROWTH = 60

/** Threads that fill heaps of their own and are gone in a moment. */
let readers = 0

/** While it is on, V8 gives back what its heap does not need, and a check takes a third more processor
 *  time. */
function preferSize(isOn: boolean): void {
  setFlagsFromString(isOn ? '--optimize-for-size' : '--no-optimize-for-size')
}

function tidy(): void {
  if (readers > 0) return
  preferSize(true)
  setTimeout(preferSize, TIDY_FOR_MS, false).unref()
}

/** Lets heaps grow until the returned function is called: these settings hold for all threads of the
 *  process, and reading a page in one took twice the processor time under them. */
export function letHeapsGrow(): () => void {
  readers += 1
  if (readers === 1) {
    preferSize(false)
    setFlagsFromString(`--heap-growing-percent=${LARGE_GROWTH}`)
  }
  return () => {
    readers -= 1
    if (readers === 0) setFlagsFromString(`--heap-growing-percent=${SMALL_GROWTH}`)
  }
}

// An agent lives for months on small machines beside other things. V8's defaults let the heap grow
// with what a large machine has: with 10,000 monitors of all kinds (167 checks a second) the process
// took 281 MB, the young generation alone 128 MB. That gets its size from the command line, the only
// place V8 reads it from (shared/src/agent-process.ts). Of the rest holes remain that only this mode
// gives back: 161 MB after three minutes without it, 140 MB with it.
setFlagsFromString(`--heap-growing-percent=${SMALL_GROWTH}`)
// The young generation of threads that are started from now on; the agent's own has its size. A page of
// 150 kB fills 8 MB. With 16 two threads take 45 MB more and no less time, for pages of 20 kB, 150 kB and 1.5 MB.
setFlagsFromString('--max-semi-space-size=8')
// Several helpers at a young generation this small wait for each other more than they help: reading a
// page took 44 ms of processor time with them and 30 ms without, in the same time.
setFlagsFromString('--no-parallel-scavenge')
tidy()
setInterval(tidy, TIDY_EVERY_MS).unref()
