import type { Capability } from '@sightline/shared/check-words'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { wordsOfLacks } from '@sightline/shared/lacks'
import type { TriedBrowser } from './browser/browser-on-demand.ts'

/** What an agent announces that it can do, and what its browser lacks. */
export function capabilitiesOf(
  icmp: { readonly capabilities: readonly Capability[] },
  browser: Pick<TriedBrowser, 'missing' | 'lacks'>,
): string[] {
  const words: Capability[] = [
    ...MONITOR_TYPES.filter((type) => type !== 'ping'),
    ...(browser.missing === null ? (['browser'] as const) : []),
    ...icmp.capabilities,
    'diagnose',
    'analysis',
    'crawl',
  ]
  return [...words, ...wordsOfLacks(browser.lacks())]
}
