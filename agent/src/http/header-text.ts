const decoder = new TextDecoder('utf-8', { fatal: true })

/** A header's value as people read it: its bytes are UTF-8 where they can be, else Latin-1, which is
 *  how they are kept. */
export function headerText(value: string): string {
  // oxlint-disable-next-line no-control-regex
  if (!/[^\u0000-\u007f]/.test(value)) return value
  try {
    return decoder.decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
