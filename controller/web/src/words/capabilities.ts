/** What an agent can do, for people; engines of ICMP are not named. */
const WORDS: Readonly<Record<string, string>> = {
  web: 'Web',
  tcp: 'TCP',
  udp: 'UDP',
  ping: 'Ping',
  dns: 'DNS',
  mail: 'Mail',
  browser: 'Browser',
  traceroute: 'Traceroute',
  analysis: 'Audit',
  crawl: 'Crawl',
}

export function capabilityWords(capabilities: readonly string[]): string[] {
  return Object.entries(WORDS)
    .filter(([word]) => capabilities.includes(word))
    .map(([, title]) => title)
}

const RIGHT_WITHIN_MS = 250

/** How far a clock is off, where that is worth a word. */
export function clockWords(offsetMs: number): string {
  if (Math.abs(offsetMs) <= RIGHT_WITHIN_MS) return 'right'
  const seconds = Math.abs(offsetMs) / 1_000
  return `${seconds.toFixed(1)} s ${offsetMs > 0 ? 'ahead' : 'behind'}, corrected`
}
