import { neededCapability } from '@sightline/shared/needed-capability'
import { expect, test } from 'vitest'
import { votersOf } from '../../../../controller/src/votes/voters.ts'

const VOTERS = new Map([
  ['ap-south', new Set(['web', 'browser'])],
  ['eu-west', new Set(['web'])],
  ['us-east', new Set(['web', 'browser', 'ping'])],
])

test.for([
  ['web', {}, ['eu-west'], ['eu-west', 'us-east', 'ap-south']],
  ['web', {}, ['us-east', 'eu-west'], ['us-east', 'eu-west', 'ap-south']],
  ['web', { render: { enabled: true } }, ['eu-west'], ['us-east', 'ap-south']],
  ['web', { render: { enabled: false } }, [], ['eu-west', 'us-east', 'ap-south']],
  ['ping', { render: { enabled: true } }, ['us-east'], ['us-east']],
  ['dns', {}, ['eu-west'], []],
] as const)(
  'a %s monitor with %j of %j is voted on by %j',
  ([type, settings, regions, expected]) => {
    const needs = neededCapability({ type, settings })
    expect(votersOf(VOTERS, { monitorId: 1, needs, regions, confirmingRegions: 'all' })).toEqual(
      expected,
    )
  },
)

test.for([
  [
    ['us-east', 'eu-west'],
    ['us-east', 'eu-west'],
  ],
  [['eu-west'], ['eu-west']],
  [['us-west'], []],
] as const)('a monitor of %j that keeps to its own regions is voted on by %j', ([regions, own]) => {
  const monitor = { monitorId: 1, needs: 'web', regions } as const
  expect(votersOf(VOTERS, { ...monitor, confirmingRegions: 'own' })).toEqual(own)
})
