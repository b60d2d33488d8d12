import type { Row } from './values.ts'

/** What a monitor of another program becomes here. */
export interface Converted {
  /** The type is said where the url alone does not. */
  readonly type?: string
  readonly url: string
  readonly settings: Row
  readonly warnings: readonly string[]
  /** Why it is made paused, as a sentence: what it is now would not be right; null or absent: it need not be. */
  readonly pausedFor?: string | null
}

/** The same, or why there is nothing for it, as a sentence. */
export type Conversion = Converted | { readonly notCarried: string }

/** A monitor that has no address. */
export const NO_TARGET: Conversion = { notCarried: 'The file does not say what it watches.' }

/** A host as it stands in a url. */
export function hostInUrl(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

/** A text to the letter, as a regular expression. */
export function escapedPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

/** A url without the user and password that stand in it, and those as a sign-in; the API would drop them unseen. */
export function splitUserInfo(text: string): {
  readonly url: string
  readonly auth: Row | undefined
} {
  const url = URL.parse(text)
  if (url === null || (url.username === '' && url.password === '')) {
    return { url: text, auth: undefined }
  }
  const [username, password] = [url.username, url.password].map(decoded)
  url.username = ''
  url.password = ''
  return { url: url.href, auth: { kind: 'basic', username, password } }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
