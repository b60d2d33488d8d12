const MARKED = /^#{1,6}[ \t]+\S/
const UNDERLINE = /^=+[ \t]*$/

/** Whether a text of Markdown has a heading, marked by `#` or underlined by `=`. Line by line: of a text without line feeds
 *  an expression over all of it would read the rest at each carriage return. Source: CommonMark, sections 4.2 and 4.3 */
export function hasHeading(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/)
  return lines.some(
    (line, index) =>
      MARKED.test(line) || (/^\S/.test(line) && UNDERLINE.test(lines[index + 1] ?? '')),
  )
}
