import { expect, it } from 'vitest'
import { mergeSources } from '../../../../../controller/src/cli/apply/merge-sources.ts'
import { readSource } from '../../../../../controller/src/cli/apply/read-source.ts'

const merge = (...texts: string[]) =>
  mergeSources(texts.flatMap((text, index) => readSource(`${index}.yaml`, text)))

it('puts lists behind each other, and finds each place again', () => {
  const { document, locate } = merge(
    'set: a\nmonitors:\n  - name: One\n',
    'set: a\nmonitors:\n  - name: Two\n    settings:\n      port: x\ncontacts: []\n',
  )
  expect(document).toEqual({
    set: 'a',
    monitors: [{ name: 'One' }, { name: 'Two', settings: { port: 'x' } }],
    contacts: [],
  })
  const said = { message: 'Wrong.' }
  expect(locate({ at: 'monitors[1]', field: 'settings.port', ...said })).toEqual({
    file: '1.yaml',
    line: 5,
    ...said,
  })
  expect(locate({ at: 'monitors[0]', field: null, ...said }).line).toBe(3)
  expect(locate({ at: null, field: 'contacts', ...said })).toEqual({
    file: '1.yaml',
    line: 6,
    ...said,
  })
})

it('refuses another set, and what is no document', () => {
  expect(() => merge('set: a', 'set: b')).toThrow('1.yaml:1: The field "set" is another')
  expect(() => merge('- 1')).toThrow('0.yaml:1: It must hold lists by name')
})

it('knows where values of the environment stand, and around them', () => {
  const [one, other] = ['monitors: [{ a: 1 }]', 'monitors: [{ b: { c: [1] } }]'].flatMap((text) =>
    readSource('x', text),
  )
  if (one === undefined || other === undefined) throw new Error('there are two')
  const { isFilled } = mergeSources([one, { ...other, filled: [['monitors', 0, 'b', 'c', 0]] }])
  const asked = ['b', 'b.c', 'b.c.0', 'b.d', 'a'].filter((field) => isFilled('monitors[1]', field))
  expect(asked).toEqual(['b', 'b.c', 'b.c.0'])
  expect(isFilled('monitors[0]', 'b')).toBe(false)
  expect(isFilled('monitors[9]', 'b')).toBe(false)
})
