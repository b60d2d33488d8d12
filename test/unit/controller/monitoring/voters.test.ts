import { expect, test } from 'vitest'
import { votersOf } from '../../../../controller/src/monitoring/voters.ts'

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
    expect(votersOf(VOTERS, { monitorId: 1, type, settings, regions })).toEqual(expected)
  },
)
