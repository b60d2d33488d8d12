import { expect, it } from 'vitest'
import { chooseRegions } from '../../../../controller/src/monitoring/region-choice.ts'

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
  expect(chooseRegions(known(codes, available), 'web')).toEqual(expected)
})

it.each([
  [{ a: ['web'], b: ['web', 'ping'], c: ['ping'] }, ['b', 'c']],
  [{ a: ['web'], b: null }, ['a']],
  [{ a: null, b: null }, ['a', 'b']],
])('a ping monitor gets those that can ping of %j: %j', (capabilities, expected) => {
  const places = Object.entries(capabilities).map(([code, words]) => ({
    code,
    available: words !== null,
    capabilities: words ?? [],
  }))
  expect(chooseRegions(places, 'ping')).toEqual(expected)
})

it('asks for an agent while nothing is known', () => {
  expect(() => chooseRegions([], 'web')).toThrow('start an agent')
})
