import { expect, it } from 'vitest'
import { chooseRegions } from '../../../../controller/src/regions/region-choice.ts'

const known = (codes: string[], available: string[]) =>
  codes.map((code) => ({ code, available: available.includes(code), capabilities: ['web'] }))

it.each([
  [['eu-west'], ['eu-west'], ['eu-west']],
  [['eu-west', 'us-east'], ['us-east'], ['us-east']],
  [['eu-north', 'eu-west', 'us-east'], [], ['eu-north', 'us-east', 'eu-west']],
  [
    ['eu-north', 'eu-south', 'eu-west', 'us-east'],
    ['eu-north', 'eu-south', 'eu-west', 'us-east'],
    ['eu-north', 'us-east', 'eu-south'],
  ],
  [
    ['attic', 'cellar'],
    ['attic', 'cellar'],
    ['attic', 'cellar'],
  ],
])('of %j with agents in %j a monitor gets %j', (codes, available, expected) => {
  expect(chooseRegions(known(codes, available), { type: 'web', settings: {} })).toEqual(expected)
})

const PING = { type: 'ping', settings: {} } as const
const RENDERED = { type: 'web', settings: { render: { enabled: true } } } as const

it.each([
  [PING, { a: ['web'], b: ['web', 'ping'], c: ['ping'] }, ['b', 'c']],
  [PING, { a: ['web'], b: null }, ['a']],
  [PING, { a: null, b: null }, ['a', 'b']],
  [RENDERED, { a: ['web'], b: ['web', 'browser'] }, ['b']],
  [RENDERED, { a: ['web'], b: null }, ['a']],
] as const)('%j gets those that can check it of %j: %j', (monitor, capabilities, expected) => {
  const places = Object.entries(capabilities).map(([code, words]) => ({
    code,
    available: words !== null,
    capabilities: words ?? [],
  }))
  expect(chooseRegions(places, monitor)).toEqual(expected)
})

it('asks for an agent while nothing is known', () => {
  expect(() => chooseRegions([], PING)).toThrow('start an agent')
})
