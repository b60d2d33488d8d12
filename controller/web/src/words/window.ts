/** The title of the window: how many are down stands first, where tabs are narrow. Pure. */
export const titleWords = (name: string, count: number): string =>
  `${count === 0 ? '' : `(${count}) `}${name === '' ? '' : `${name} · `}Sightline`

const MOST_SHOWN = 9

/** The sign of the app, with how many are down on it. Pure.
 *  @returns address of the picture */
export function signOf(count: number): string {
  if (count === 0) return '/favicon.svg'
  const text = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3b5bdb"/><path d="M4 18h6l3-9 5 14 3-8h7" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/><circle cx="21" cy="21" r="11" fill="#c42b3b"/><text x="21" y="26" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${text.length > 1 ? 13 : 16}" fill="#fff">${text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
