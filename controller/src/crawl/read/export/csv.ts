/** What a cell holds. Lists become lines. */
export type Cell = string | number | boolean | null | Date | readonly string[]

/** What a spreadsheet would take for a formula, which can read other cells and send them away.
 *  Source: OWASP, "CSV Injection" */
const FORMULA = /^[=+\-@\t\r]/

function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  const text = typeof cell === 'string' ? cell : cell.join('\n')
  return FORMULA.test(text) ? `'${text}` : text
}

/** A line of CSV with its end. An apostrophe keeps text from being taken for a formula. Source: RFC 4180 */
export function csvLine(cells: readonly Cell[]): string {
  const fields = cells.map((cell) => {
    const text = textOf(cell)
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${fields.join(',')}\r\n`
}
