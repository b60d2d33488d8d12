import { expect, it } from 'vitest'
import { typedCode } from '../../../../controller/web/src/data/typed-code.ts'

it.each([
  ['287082', '287082', true],
  ['287 082', '287082', true],
  [' 287\u00a0082\n', '287082', true],
  ['v3HqT-9sLkW', 'v3HqT-9sLkW', false],
  [' v3HqT-9sLkW ', 'v3HqT-9sLkW', false],
  ['2870821', '2870821', false],
])('"%s" is the code "%s", of the authenticator: %s', (typed, text, isOfApp) => {
  expect(typedCode(typed)).toEqual({ text, isOfApp })
})
