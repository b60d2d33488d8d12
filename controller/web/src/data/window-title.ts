import { useSyncExternalStore } from 'react'
import { signOf, titleWords } from '../words/window.ts'

let page = ''
let down = 0
const listeners = new Set<() => void>()

function show(): void {
  document.title = titleWords(page, down)
}

/** What the window shows. */
export function setPageTitle(name: string): void {
  page = name
  show()
  for (const told of listeners) told()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** As it was set last. */
export const usePageTitle = (): string => useSyncExternalStore(subscribe, () => page)

/** How many monitors are down, in title and sign of the window. */
export function setDownCount(count: number): void {
  down = count
  show()
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link !== null && link.getAttribute('href') !== signOf(count)) link.href = signOf(count)
}
