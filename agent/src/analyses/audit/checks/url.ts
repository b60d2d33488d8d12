import type { Check } from '../check.ts'
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
  urlTooLong: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    expected: `at most ${MAX_URL_LENGTH} characters`,
    message: 'A long URL is cut where it is shown, and breaks where it is copied.',
    judge: ({ url: { href } }) =>
      judged(
        href.length <= MAX_URL_LENGTH,
        href.length,
        `URL is longer than ${MAX_URL_LENGTH} characters`,
      ),
  },
  urlUppercase: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'To crawlers an address with other case is another page.',
    judge: ({ url }) => found(hasUppercase(url), 'URL contains uppercase letters'),
  },
  urlUnderscore: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'Hyphens divide words in a URL, underscores join them.',
    judge: ({ url }) => found(url.pathname.includes('_'), 'URL contains underscores'),
  },
  urlSpaces: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'A space in a URL ends the link in many programs.',
    judge: ({ url }) =>
      found(`${url.pathname}${url.search}`.includes('%20'), 'URL contains spaces'),
  },
  urlDoubleSlash: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    message: 'A double slash in the path is mostly a slip that makes a second address of the page.',
    judge: ({ url }) => found(url.pathname.includes('//'), 'URL contains a double slash'),
  },
  urlManyParams: {
    severity: 'info',
    category: 'indexability',
    weight: 1,
    isForAnyType: true,
    expected: `at most ${MAX_PARAMS} parameters`,
    message: 'Many parameters make many addresses of one page.',
    judge({ url }) {
      const n = url.searchParams.size
      return judged(n <= MAX_PARAMS, n, `URL contains more than ${MAX_PARAMS} parameters`)
    },
  },
} as const satisfies Record<string, Check>
