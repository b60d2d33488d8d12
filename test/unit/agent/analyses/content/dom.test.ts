import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DomElement, DomText } from '../../../../../agent/src/analyses/content/dom.ts'

test('nodes stand in the same order from both ends, whatever is moved where', () => {
  const move = fc.record({
    what: fc.nat(9),
    to: fc.nat(9),
    how: fc.constantFrom('append', 'replace', 'remove'),
  })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
      const parent = new DomElement('div')
      const nodes = Array.from({ length: 10 }, (_, at) =>
        at % 2 === 0 ? new DomText(String(at)) : new DomElement('b'),
      )
      let expected: (DomText | DomElement)[] = []
      for (const { what, to, how } of moves) {
        const [node, target] = [nodes[what], nodes[to]]
        if (node === undefined || target === undefined) continue
        if (how === 'append') {
          parent.appendChild(node)
          expected = [...expected.filter((one) => one !== node), node]
        } else if (how === 'remove') {
          node.remove()
          expected = expected.filter((one) => one !== node)
        } else if (expected.includes(target) && node !== target) {
          parent.replaceChild(node, target)
          expected = expected
            .filter((one) => one !== node)
            .map((one) => (one === target ? node : one))
        }
      }
      const backwards: unknown[] = []
      for (let node = parent.lastChild; node !== null; node = node.previousSibling) {
        backwards.unshift(node)
      }
      expect(parent.childNodes).toEqual(expected)
      expect(backwards).toEqual(expected)
      expect(parent.children).toEqual(expected.filter((node) => node instanceof DomElement))
    }),
  )
})
