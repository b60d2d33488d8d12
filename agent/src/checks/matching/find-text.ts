/** Whether a text occurs in another. Without case, letters are compared in upper case, so that the two
 *  small forms of a Greek sigma are one, and "ss" is found in "ß". */
export function occursIn(text: string, wanted: string, caseSensitive: boolean): boolean {
  return caseSensitive
    ? text.includes(wanted)
    : text.includes(wanted) || text.toUpperCase().includes(wanted.toUpperCase())
}
