/** Top-level domains that browsers ask for over https alone, whatever a site's headers say, as those
 *  who run the domains had them put on the list. Single sites are on it too, over a hundred thousand
 *  of them, and the list changes every week; for those the agent's Chrome is asked.
 *  Source: hstspreload.org, "Preloading TLDs"; registry.google */
const PRELOADED_DOMAINS = new Set([
  'app',
  'boo',
  'channel',
  'dad',
  'day',
  'dev',
  'esq',
  'foo',
  'ing',
  'meme',
  'mov',
  'new',
  'nexus',
  'page',
  'phd',
  'prof',
  'rsvp',
  'zip',
])

/** Whether browsers reach a host over https alone from the very first visit on; null where that is not
 *  known. @param listed of the hosts that were asked for, those on the list of single sites; null where
 *    that is not known */
export function isPreloaded(host: string, listed: readonly string[] | null): boolean | null {
  const last = host.replace(/\.$/, '').split('.').at(-1) ?? ''
  return PRELOADED_DOMAINS.has(last) || (listed?.includes(host) ?? null)
}
