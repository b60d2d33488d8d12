import { isText, type ChildNode, type Element } from '../parse/dom.ts'
import { beginningOf } from '../white-space.ts'
import { MAX_VALUE_CHARACTERS, type Budget } from './budget.ts'

/** All text in an element in document order, as it stands.
 *  Source: DOM standard, section 4.4 (textContent) */
export function textContent(element: Element, budget: Budget): string {
  let text = ''
  const pending: ChildNode[] = element.childNodes.toReversed()
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (text.length > MAX_VALUE_CHARACTERS || !budget.takeNode()) {
      budget.cut()
      break
    }
    if (isText(node)) text += node.value
    else if ('childNodes' in node) {
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) {
        const child = node.childNodes[at]
        if (child !== undefined) pending.push(child)
      }
    }
  }
  return beginningOf(text, MAX_VALUE_CHARACTERS)
}
