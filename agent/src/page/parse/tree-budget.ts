import { defaultTreeAdapter, type DefaultTreeAdapterTypes, type TreeAdapter } from 'parse5'
import { PAGE_LIMITS } from '../limits.ts'
import type { Element } from './dom.ts'

type Tree = DefaultTreeAdapterTypes.DefaultTreeAdapterMap

/** Thrown inside the parser when a page is larger than is looked at: what was built so far stands. */
export class TreeTooLarge extends Error {
  override readonly name = 'TreeTooLarge'
}

/** A tree adapter that leaves comments out and ends the parse at the limits. The parser itself is linear,
 *  but a short page can ask for a large tree (each paragraph reopens all formatting left open before it,
 *  with its attributes) or for moving the same children again and again.
 *  @param pageLength characters of the page
 *  @param onCreated called with each element, before it stands in the tree */
export function boundedTree(
  pageLength: number,
  onCreated: (element: Element, isInTemplate: boolean) => void,
): TreeAdapter<Tree> {
  let elements = 0
  let attributeCharacters = 0
  let moves = 0
  const spend = (cost: number) => {
    moves += cost
    if (moves > PAGE_LIMITS.moves) throw new TreeTooLarge()
  }
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceURI, attrs) {
      elements += 1
      for (const { name, value } of attrs) attributeCharacters += name.length + value.length
      if (
        elements > PAGE_LIMITS.elements ||
        attributeCharacters > pageLength + PAGE_LIMITS.repeatedAttributeCharacters
      ) {
        throw new TreeTooLarge()
      }
      return defaultTreeAdapter.createElement(tagName, namespaceURI, attrs)
    },
    onElementCreated(element, { isInTemplate }) {
      onCreated(element, isInTemplate)
    },
    appendChild(parent, node) {
      if (node.nodeName === '#comment') return
      spend(1)
      if (parent.childNodes.length > 0) defaultTreeAdapter.appendChild(parent, node)
      else {
        // Half of all elements have one child, and a list that something is pushed to makes room for 17.
        parent.childNodes = [node]
        node.parentNode = parent
      }
    },
    insertBefore(parent, node, reference) {
      // Found at once where it is the last child, else searched for.
      spend(parent.childNodes.at(-1) === reference ? 1 : parent.childNodes.length)
      defaultTreeAdapter.insertBefore(parent, node, reference)
    },
    insertTextBefore(parent, text, reference) {
      spend(parent.childNodes.at(-1) === reference ? 1 : parent.childNodes.length)
      defaultTreeAdapter.insertTextBefore(parent, text, reference)
    },
    detachNode(node) {
      const siblings = node.parentNode?.childNodes
      spend(siblings === undefined || siblings.at(-1) === node ? 1 : siblings.length)
      defaultTreeAdapter.detachNode(node)
    },
  }
}
