import './small-heap.ts'

// Only now, so that loading the program does not grow the heap first (20 MB).
const { startAgent } = await import('./start-agent.ts')

/** The agent's program (deploy/run.js calls it). */
export const main = startAgent

if (import.meta.main) await main()
