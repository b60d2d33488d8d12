/** Brings the present one of a row that is wider than the screen to where it is seen. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
