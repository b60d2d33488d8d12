import { expect, it } from 'vitest'
import { isMonitoringPath } from '../../../../controller/web/src/parts/layout/monitoring-paths.ts'

it.each([
  ['/monitors', true],
  ['/monitors/mon_x/edit', true],
  ['/outages/out_x', true],
  ['/monitors-of-somebody', false],
  ['/audit', false],
  ['/crawls/crw_x', false],
  ['/settings/people', false],
  ['/', false],
])('tells that %s is about monitoring: %s', (path, isSo) => {
  expect(isMonitoringPath(path)).toBe(isSo)
})
