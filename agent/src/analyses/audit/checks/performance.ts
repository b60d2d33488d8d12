import { counted } from '@sightline/shared/counted'
import { isCode, scriptResources } from '../../../page/resources/script-resources.ts'
import { isCompression } from '../../security-headers/compression.ts'
import type { Judges } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'

const MAX_FIRST_BYTE_MS = 800
const MAX_HTML_BYTES = 500_000
const DOM_ELEMENTS_BELOW = 1_500
/** What fits into one packet is not sooner there when it is compressed. */
const MIN_BYTES_TO_COMPRESS = 1_400
const MAX_INLINE_CODE_BYTES = 100_000

const CACHING_HEADERS = ['cache-control', 'expires', 'etag', 'last-modified']
const kilobytes = (bytes: number): number => Math.round(bytes / 1_000)

/** How soon the page is there. */
export const PERFORMANCE_CHECKS = {
  ttfbSlow({ page: { timings } }) {
    if (timings.firstByteMs === null) return doesNotApply('the time was not measured')
    const n = Math.round(timings.firstByteMs)
    const issue = `Server response is slow (${n} ms to first byte)`
    return judged(n <= MAX_FIRST_BYTE_MS, n, issue)
  },
  htmlTooLarge({ page: { body } }) {
    const issue = `HTML is too large (${kilobytes(body.length)} kB)`
    return judged(body.length <= MAX_HTML_BYTES, body.length, issue)
  },
  domTooLarge({ facts }) {
    const n = facts.document.elements
    const issue = `DOM has ${n} elements (recommended under ${DOM_ELEMENTS_BELOW})`
    return judged(n < DOM_ELEMENTS_BELOW, n, issue)
  },
  compressionMissing({ page: { body, contentEncoding } }) {
    if (body.length < MIN_BYTES_TO_COMPRESS) return doesNotApply('the page fits into one packet')
    return judged(isCompression(contentEncoding), contentEncoding, 'HTML is not compressed')
  },
  cacheMissing({ header }) {
    const name = CACHING_HEADERS.find((each) => header(each) !== null) ?? null
    return judged(name !== null, name, 'No caching headers on the page')
  },
  renderBlocking({ facts }) {
    const scripts = scriptResources(facts.scripts)
    const n = scripts.filter(({ url, isRenderBlocking }) => url !== null && isRenderBlocking).length
    return judged(n === 0, n, `${counted(n, 'render-blocking script')} in the head`)
  },
  inlineCodeLarge({ facts }) {
    const sizes = [
      ...facts.scripts.filter(isCode).map(({ inlineBytes }) => inlineBytes),
      ...facts.styles.map(({ bytes }) => bytes),
    ]
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0)
    const issue = `Inline CSS and JavaScript is ${kilobytes(total)} kB`
    return judged(total <= MAX_INLINE_CODE_BYTES, total, issue)
  },
} as const satisfies Judges<'performance'>
