/** What the fields of a trace mean that agents send without a word; by path. */
export const TRACEROUTE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  host: 'Host as asked.',
  protocol: 'What was sent.',
  startedAt: 'When the trace began.',
  durationMs: 'How long it took in ms.',
  hops: 'What answered at each distance, nearest first.',
  'hops.sent': 'Packets sent this far.',
  'hops.minMs': 'Shortest round trip in ms; null without an answer.',
  'hops.avgMs': 'Average round trip in ms; null without an answer.',
  'hops.maxMs': 'Longest round trip in ms; null without an answer.',
  'hops.stDevMs': 'Standard deviation of the round trips in ms; null without an answer.',
  verdict: 'What it comes to.',
}
