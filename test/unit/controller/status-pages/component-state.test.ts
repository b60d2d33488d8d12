import { expect, test } from 'vitest'
import type {
  ComponentState,
  OverallState,
} from '../../../../controller/src/status-pages/shown/component-state.ts'
import {
  componentState,
  overallState,
  worstState,
} from '../../../../controller/src/status-pages/shown/component-state.ts'

test.each<[readonly ComponentState[], OverallState]>([
  [[], 'unknown'],
  [['operational', 'operational'], 'operational'],
  [['operational', 'unknown'], 'operational'],
  [['unknown'], 'unknown'],
  [['operational', 'degraded', 'maintenance'], 'degraded'],
  [['operational', 'maintenance'], 'maintenance'],
  [['operational', 'operational', 'down'], 'partialOutage'],
  [['operational', 'down'], 'majorOutage'],
])('%j together are %s', (states, together) => {
  expect(overallState(states)).toBe(together)
})

test('what is worked on is maintenance, whatever is found meanwhile', () => {
  expect(componentState('down', true)).toBe('maintenance')
  expect(componentState('down', false)).toBe('down')
  expect(componentState('pending', false)).toBe('unknown')
  expect(componentState('up', false)).toBe('operational')
})

test('a group is as its worst part', () => {
  expect(worstState(['operational', 'unknown', 'degraded'])).toBe('degraded')
  expect(worstState(['operational'])).toBe('operational')
})
