import './small-heap.ts'

// Only now, so that loading the program does not grow the heap first (20 MB).
const { startAgent } = await import('./start-agent.ts')
await startAgent()
