import { charsetInContentType } from './content-type.ts'
import { scanTags } from './scan-tags.ts'
import { words } from './words.ts'

/** Hardly a head is longer; nothing but tags in it takes a tenth of a second. */
const MAX_HEAD_BYTES = 256 * 1024

/** Elements that do not end a head. */
const HEAD_ELEMENTS = new Set(
  words('html head title base link meta style script noscript template object'),
)

/** The charsets that the meta elements of a page's head declare, as written: browsers begin anew where one comes
 *  after the bytes that they look at first.
 *  Source: HTML standard, section 13.2.6.4.4 (meta in "in head"), 13.2.3.4 (changing the encoding) */
export function* charsetsInHead(bytes: Uint8Array): Generator<string> {
  const length = Math.min(bytes.length, MAX_HEAD_BYTES)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1')
  if (!/charset/i.test(text)) return
  for (const { name, attributes } of scanTags(text)) {
    if (!HEAD_ELEMENTS.has(name)) return
    if (name !== 'meta') continue
    const isPragma = attributes.get('http-equiv')?.trim().toLowerCase() === 'content-type'
    const inContent = isPragma ? charsetInContentType(attributes.get('content') ?? '') : null
    const charset = attributes.get('charset') ?? inContent
    if (charset !== null) yield charset
  }
}
