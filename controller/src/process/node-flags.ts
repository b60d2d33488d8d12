/** The heap is looked through when it is twice what was in use the last time. */
export const CONTROLLER_HEAP_GROWTH = '--heap-growing-percent=100'

/** Flags of Node for a controller. The young generation of its heap has two halves of 16 MB at most: by
 *  itself V8 lets it grow to 64 MB within a second of the start, and keeps it. Results live until they are committed: while
 *  5,000 monitors went down at once, with 8 MB it was full 300 times and what lived in it took 5.8 s to copy, with 16
 *  130 times and 3.1 s. One thread tidies it, as in an agent: under
 *  load that took some 3 % less processor time, about as much as runs differ. The old one is looked through when it
 *  is twice what was in use the last time: by itself V8 waits for four times. A controller that took 500,000 results
 *  of monitors made before its start held 252 MB at its highest with 8 MB, and 281 with two and a half times. As in an
 *  agent (shared/src/agent-process.ts) nothing is put into the old generation because others of its kind lived long: while
 *  10,000 monitors went down at once that took some 3 % less processor time. */
export const CONTROLLER_NODE_FLAGS = [
  '--max-semi-space-size=16',
  '--no-parallel-scavenge',
  CONTROLLER_HEAP_GROWTH,
  '--no-allocation-site-pretenuring',
] as const

/** What a controller is started with beside them. By itself the C library gives each thread a heap of its own,
 *  eight times as many as there are cores, keeps in them what was freed, and after the first large buffer puts
 *  others there too: a controller that had crawled 20,000 pages held 444 MB, and holds 383 like this. */
export const CONTROLLER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
} as const
