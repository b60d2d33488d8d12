import type { Script } from '../../../page/facts.ts'
import type { Check } from '../check.ts'
import { doesNotApply, judged } from '../judgement.ts'

const MAX_FIRST_BYTE_MS = 800
const MAX_HTML_BYTES = 500_000
const DOM_ELEMENTS_BELOW = 1_500
/** What fits into one packet is not sooner there when it is compressed. */
const MIN_BYTES_TO_COMPRESS = 1_400
const MAX_INLINE_CODE_BYTES = 100_000

const CACHING_HEADERS = ['cache-control', 'expires', 'etag', 'last-modified']
/** Types that are code; scripts of other types are data. Source: HTML standard, "type of a script" */
const CODE_TYPE = /^$|^module$|(?:java|ecma|j|live)script/

const kilobytes = (bytes: number): number => Math.round(bytes / 1_000)

const isCode = ({ type }: Script): boolean => CODE_TYPE.test(type ?? '')

const isBlocking = (script: Script): boolean =>
  script.isInHead &&
  script.url !== null &&
  isCode(script) &&
  !script.isAsync &&
  !script.isDefer &&
  !script.isModule &&
  !script.isNoModule

/** How soon the page is there. */
export const PERFORMANCE_CHECKS = {
  ttfbSlow: {
    severity: 'warning',
    category: 'performance',
    weight: 4,
    isForAnyType: true,
    expected: `at most ${MAX_FIRST_BYTE_MS} ms`,
    message: 'Nothing can be shown before the first byte.',
    judge({ page: { timings } }) {
      if (timings.firstByteMs === null) return doesNotApply('the time was not measured')
      const n = Math.round(timings.firstByteMs)
      const issue = `Server response is slow (${n} ms to first byte)`
      return judged(n <= MAX_FIRST_BYTE_MS, n, issue)
    },
  },
  htmlTooLarge: {
    severity: 'warning',
    category: 'performance',
    weight: 3,
    expected: `at most ${kilobytes(MAX_HTML_BYTES)} kB`,
    message: 'Large HTML is slow on phones, and crawlers may read its beginning only.',
    judge({ page: { body } }) {
      const issue = `HTML is too large (${kilobytes(body.length)} kB)`
      return judged(body.length <= MAX_HTML_BYTES, body.length, issue)
    },
  },
  domTooLarge: {
    severity: 'warning',
    category: 'performance',
    weight: 2,
    expected: `under ${DOM_ELEMENTS_BELOW} elements`,
    message: 'Every change of a large document takes long on phones.',
    judge({ facts }) {
      const n = facts.document.elements
      const issue = `DOM has ${n} elements (recommended under ${DOM_ELEMENTS_BELOW})`
      return judged(n < DOM_ELEMENTS_BELOW, n, issue)
    },
  },
  compressionMissing: {
    severity: 'warning',
    category: 'performance',
    weight: 3,
    expected: 'Content-Encoding: br, zstd or gzip',
    message: 'HTML compresses to a fifth.',
    judge({ page: { body, contentEncoding } }) {
      if (body.length < MIN_BYTES_TO_COMPRESS) return doesNotApply('the page fits into one packet')
      const isCompressed = contentEncoding !== null && contentEncoding !== 'identity'
      return judged(isCompressed, contentEncoding, 'HTML is not compressed')
    },
  },
  cacheMissing: {
    severity: 'info',
    category: 'performance',
    weight: 1,
    isForAnyType: true,
    expected: 'Cache-Control, Expires, ETag or Last-Modified',
    message: 'Without caching headers the page is sent anew at every visit.',
    judge({ header }) {
      const name = CACHING_HEADERS.find((each) => header(each) !== null) ?? null
      return judged(name !== null, name, 'No caching headers on the page')
    },
  },
  renderBlocking: {
    severity: 'info',
    category: 'performance',
    weight: 2,
    expected: 'async, defer or type=module',
    message: 'Nothing is shown until the scripts in the head are fetched and run.',
    judge({ facts }) {
      const n = facts.scripts.filter(isBlocking).length
      return judged(n === 0, n, `${n} render-blocking scripts in the head`)
    },
  },
  inlineCodeLarge: {
    severity: 'info',
    category: 'performance',
    weight: 1,
    expected: `at most ${kilobytes(MAX_INLINE_CODE_BYTES)} kB`,
    message: 'Inline code is sent anew with every page; files of their own are cached.',
    judge({ facts }) {
      const sizes = [
        ...facts.scripts.filter(isCode).map(({ inlineBytes }) => inlineBytes),
        ...facts.styles.map(({ bytes }) => bytes),
      ]
      const total = sizes.reduce((sum, bytes) => sum + bytes, 0)
      const issue = `Inline CSS and JavaScript is ${kilobytes(total)} kB`
      return judged(total <= MAX_INLINE_CODE_BYTES, total, issue)
    },
  },
} as const satisfies Record<string, Check>
