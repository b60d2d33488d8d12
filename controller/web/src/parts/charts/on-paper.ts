/** Has something painted for paper when the page is printed, and for the screen afterwards. At once: what is printed
 *  is what is there when the event ends.
 *  @returns ends it */
export function paintOnPaper(paint: (isPrinted: boolean) => void): () => void {
  const repaint = ({ type }: Event): void => paint(type === 'beforeprint')
  addEventListener('beforeprint', repaint)
  addEventListener('afterprint', repaint)
  return () => {
    removeEventListener('beforeprint', repaint)
    removeEventListener('afterprint', repaint)
  }
}
