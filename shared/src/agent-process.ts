/** Flags of Node for an agent: the young generation of its heap has two halves of 4 MB, and of 16 MB where so much
 *  is checked that 4 fill several times a second. What a check is made of lives until its result is on disk, and what a
 *  young generation that is full too often has to keep goes to the old one, of which all is looked through every few
 *  seconds then: at 300 checks a second one over HTTP took 0.70 ms of processor time with 4 MB, 0.58 with 16 in as much
 *  memory, and no less with 32. Without load V8 goes back to 4. It takes these from the command line only. By itself it lets it
 *  grow to 128 MB, or with the agent's `--optimize-for-size` (agent/src/small-heap.ts) keeps it so small that a check took 0.72 ms
 *  in place of 0.54.
 *  Nothing is put into the old generation because others of its kind lived long: in its first seconds, with halves of 4 MB,
 *  much does, and from then on what pages were read into stood there dead and kept what it led to. A thread that read pages
 *  of 20 kB looked through its old generation every hundred pages and copied 4 MB each time its young one was full (2.7 to
 *  3.6 ms of processor a page); without it copies next to nothing (2.1 to 2.7). In a whole crawl that is within the noise. */
export const AGENT_NODE_FLAGS = [
  '--min-semi-space-size=4',
  '--max-semi-space-size=16',
  '--no-allocation-site-pretenuring',
] as const

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
