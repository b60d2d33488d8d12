import type { z } from 'zod'
import type { Browser, Subscription } from './subscription.ts'
import { browserIdOf } from './subscription.ts'

/** A browser of a contact. */
interface KnownBrowser {
  readonly id: string
  readonly name: string
  /** When its push service said that it takes nothing any more, ISO 8601; null: it does. */
  readonly endedAt: string | null
}

/** The browsers of a contact. */
export interface PushAddress {
  /** In the order in which they were added. */
  readonly browsers: readonly KnownBrowser[]
  /** JSON of what messages are sent with, by the browsers' ids: one text, as it is sealed. null: none takes anything
   *  any more. */
  readonly subscriptions: string | null
}

type Subscriptions = Readonly<Record<string, Subscription>>

/** @param address its secrets open */
export function subscriptionsOf({ subscriptions }: PushAddress): Subscriptions {
  return subscriptions === null ? {} : (JSON.parse(subscriptions) as Subscriptions)
}

function addressOf(browsers: readonly KnownBrowser[], all: Subscriptions): PushAddress {
  const kept = Object.entries(all).filter(([id]) =>
    browsers.some((browser) => browser.id === id && browser.endedAt === null),
  )
  const subscriptions = kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept))
  return { browsers, subscriptions }
}

/** Adds browsers; one that is there already is named anew. */
export function withBrowsers(
  before: PushAddress | undefined,
  added: readonly z.output<typeof Browser>[],
): PushAddress {
  const browsers = new Map(before?.browsers.map((browser) => [browser.id, browser]))
  const all: Record<string, Subscription> =
    before === undefined ? {} : { ...subscriptionsOf(before) }
  for (const { name, endpoint, keys } of added) {
    const id = browserIdOf(endpoint)
    browsers.set(id, { id, name, endedAt: null })
    all[id] = { endpoint, keys }
  }
  return addressOf([...browsers.values()], all)
}

/** @returns null when no browser is left */
export function withoutBrowser(before: PushAddress, id: string): PushAddress | null {
  const browsers = before.browsers.filter((browser) => browser.id !== id)
  return browsers.length === 0 ? null : addressOf(browsers, subscriptionsOf(before))
}

/** Notes that browsers take nothing any more: they stay in sight, and what could be sent with goes. */
export function withEnded(before: PushAddress, ended: readonly string[], at: Date): PushAddress {
  const browsers = before.browsers.map((browser) =>
    ended.includes(browser.id) ? { ...browser, endedAt: at.toISOString() } : browser,
  )
  return addressOf(browsers, subscriptionsOf(before))
}
