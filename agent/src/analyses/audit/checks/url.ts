import type { Judges } from '../judge.ts'
import type { Judgement } from '../judgement.ts'
import { judged } from '../judgement.ts'

const MAX_URL_LENGTH = 115
const MAX_PARAMS = 3

/** In the path: bytes written as %C3, and values of a query, are no matter of style. */
const hasUppercase = ({ pathname }: URL): boolean =>
  /[A-Z]/.test(pathname.replaceAll(/%[0-9a-f]{2}/gi, ''))

const found = (hasFault: boolean, issue: string): Judgement => judged(!hasFault, hasFault, issue)

/** How the address of the page is written. */
export const URL_CHECKS = {
  urlTooLong: ({ url: { href } }) =>
    judged(
      href.length <= MAX_URL_LENGTH,
      href.length,
      `URL is longer than ${MAX_URL_LENGTH} characters`,
    ),
  urlUppercase: ({ url }) => found(hasUppercase(url), 'URL contains uppercase letters'),
  urlUnderscore: ({ url }) => found(url.pathname.includes('_'), 'URL contains underscores'),
  urlSpaces: ({ url }) =>
    found(`${url.pathname}${url.search}`.includes('%20'), 'URL contains spaces'),
  urlDoubleSlash: ({ url }) => found(url.pathname.includes('//'), 'URL contains a double slash'),
  urlManyParams({ url }) {
    const n = url.searchParams.size
    return judged(n <= MAX_PARAMS, n, `URL contains more than ${MAX_PARAMS} parameters`)
  },
} as const satisfies Judges<'url'>
