/** Makes the mark of a secret survive Markdown, which would take two of them for bold italics: routes and
 *  schemas write it in quotation marks, here it becomes code.
 *  @param node any part of the document; its descriptions are changed in place */
export function protectSecretMarks(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (key === 'example' || key === 'examples') continue
    if (key === 'description' && typeof value === 'string') {
      Object.assign(node, { description: value.replaceAll('"***"', '`***`') })
    } else protectSecretMarks(value)
  }
}
