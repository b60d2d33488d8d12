import { signOf, titleWords } from '../words/window.ts'

let page = ''
let down = 0

function show(): void {
  document.title = titleWords(page, down)
}

/** What the window shows. */
export function setPageTitle(name: string): void {
  page = name
  show()
}

/** How many monitors are down, in title and sign of the window. */
export function setDownCount(count: number): void {
  down = count
  show()
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link !== null && link.getAttribute('href') !== signOf(count)) link.href = signOf(count)
}
