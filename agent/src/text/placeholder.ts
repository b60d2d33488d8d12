/** Pieces of the usual placeholder text; one is enough. */
const PLACEHOLDER = /lorem ipsum|dolor sit amet|consectetu(?:r|er) adipisc/i

/** Whether placeholder text ("Lorem ipsum ...") stands somewhere.
 *  @param blocks their white space is collapsed */
export function hasPlaceholder(blocks: readonly { readonly text: string }[]): boolean {
  return blocks.some(({ text }) => PLACEHOLDER.test(text))
}
