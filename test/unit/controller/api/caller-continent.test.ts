import { expect, test } from 'vitest'
import { callerContinent } from '../../../../controller/src/api/caller-continent.ts'

test.for([
  [{ 'cf-ipcountry': 'DE' }, true, 'Europe'],
  [{ 'cf-ipcountry': ' br ' }, true, 'South America'],
  [{ 'cloudfront-viewer-country': 'JP' }, true, 'Asia'],
  [{ 'cf-ipcountry': 'T1', 'x-appengine-country': 'KE' }, true, 'Africa'],
  [{ 'x-vercel-ip-country': 'NZ' }, true, 'Oceania'],
  [{ 'cf-ipcountry': 'XX' }, true, null],
  [{}, true, null],
  // Without a proxy in front anybody can say so.
  [{ 'cf-ipcountry': 'DE' }, false, null],
] as const)('%j behind a proxy (%s) is %s', ([headers, isBehindProxy, continent]) => {
  expect(callerContinent(headers, isBehindProxy)).toBe(continent)
})
