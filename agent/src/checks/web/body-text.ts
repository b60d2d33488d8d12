/** How far browsers look for a `<meta charset>`, in bytes. Source: HTML standard, section 13.2.3.2 */
const META_SCAN_BYTES = 1024

const META =
  /<meta\s[^>]*?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{1,40})|^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9_:.-]{1,40})/i

function charsetOf(bytes: Buffer, contentType: string | undefined): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const named = /;\s*charset\s*=\s*"?([^\s;"]{1,40})/i.exec(contentType ?? '')?.[1]
  if (named !== undefined) return named
  if (/json/i.test(contentType ?? '')) return 'utf-8'
  const meta = META.exec(bytes.toString('latin1', 0, META_SCAN_BYTES))
  const label = meta?.[1] ?? meta?.[2] ?? 'utf-8'
  // A page that says so in letters of one byte cannot be in UTF-16 (HTML standard, same section).
  return /^utf-?16/i.test(label) ? 'utf-8' : label
}

/** The text of a body: by its byte order mark, the Content-Type header, what a page or XML document
 *  says of itself, else UTF-8. What is no text becomes replacement characters. */
export function bodyText(bytes: Buffer, contentType: string | undefined): string {
  const charset = charsetOf(bytes, contentType)
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // A label that no browser knows either.
    return new TextDecoder().decode(bytes)
  }
}
