/** Flags of Node for an agent: the young generation of its heap has two halves of 4 MB, no less and no
 *  more. V8 takes these from the command line only. By itself it lets it grow to 128 MB, or with the
 *  agent's `--optimize-for-size` (agent/src/small-heap.ts) keeps it so small that a check over HTTP takes
 *  0.72 ms of processor time in place of 0.54. */
export const AGENT_NODE_FLAGS = ['--min-semi-space-size=4', '--max-semi-space-size=4'] as const
