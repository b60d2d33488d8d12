import type { Stored } from './stored.ts'
import { stored } from './stored.ts'

const APPEARANCES = ['system', 'light', 'dark'] as const
export type Appearance = (typeof APPEARANCES)[number]

const isAppearance = (text: string): text is Appearance =>
  (APPEARANCES as readonly string[]).includes(text)

const choice = stored('appearance', 'system', isAppearance)

/** Light or dark. */
export const appearance: Stored<Appearance> = {
  ...choice,
  write(value) {
    choice.write(value)
    showAppearance(value)
  },
}

/** Sets what tokens.css asks for; `appearance.js` does it before the first paint. */
function showAppearance(value: Appearance): void {
  const { dataset } = document.documentElement
  if (value === 'system') delete dataset['appearance']
  else dataset['appearance'] = value
}

function isZone(text: string): text is string {
  try {
    Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** The zone that times are shown in: an IANA name, the browser's at first. */
export const timeZone: Stored<string> = stored(
  'timeZone',
  Intl.DateTimeFormat().resolvedOptions().timeZone,
  isZone,
)
