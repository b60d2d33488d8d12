/** Flags of Node for an agent: the young generation of its heap has two halves of 4 MB, no less and no
 *  more. V8 takes these from the command line only. By itself it lets it grow to 128 MB, or with the
 *  agent's `--optimize-for-size` (agent/src/small-heap.ts) keeps it so small that a check over HTTP takes
 *  0.72 ms of processor time in place of 0.54. */
export const AGENT_NODE_FLAGS = ['--min-semi-space-size=4', '--max-semi-space-size=4'] as const

/** Arguments of an agent that somebody else starts. Its token comes over standard input, the only place
 *  where no other process sees it.
 *  @param given.controller HOST:PORT */
export function agentArguments(given: {
  controller: string
  region: string
  dataFolder: string
}): string[] {
  return [
    `--controller=${given.controller}`,
    `--region=${given.region}`,
    `--data-dir=${given.dataFolder}`,
    '--token-file=-',
  ]
}
