import { expect, test } from 'vitest'
import { challengeBy } from '../../../../../agent/src/checks/web/challenge-page.ts'

test.for([
  [{ 'cf-mitigated': 'challenge' }, '', 'Cloudflare'],
  [{ server: 'cloudflare' }, '<script>window._cf_chl_opt={cvId: 3}</script>', 'Cloudflare'],
  [
    { server: 'cloudflare' },
    '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=8">',
    'Cloudflare',
  ],
  [{ 'x-amzn-waf-action': 'captcha' }, '', 'AWS WAF'],
  [{}, '<iframe src="https://geo.captcha-delivery.com/captcha">', 'DataDome'],
  [
    {},
    '<iframe src="/_Incapsula_Resource?x">Request unsuccessful. Incapsula incident ID: 1-2</iframe>',
    'Imperva',
  ],
  [{}, '<div id="px-captcha"></div>', 'HUMAN (PerimeterX)'],
  [{}, '<script>window.gokuProps = {"key":"x"}</script>', 'AWS WAF'],
  [{ server: 'AkamaiGHost' }, 'Access Denied. Reference #18.2d351ab8.1', 'Akamai'],
] as const)('%o with such a page is the work of a protection', ([headers, text, who]) => {
  expect(challengeBy(403, new Map(Object.entries(headers)), text)).toBe(who)
})

test.for([
  [{}, 'Forbidden'],
  [{ server: 'cloudflare' }, 'Forbidden'],
  [{ server: 'nginx' }, 'Access Denied. Reference #18.2d351ab8.1'],
  // What protections put on ordinary pages.
  [{ server: 'cloudflare' }, '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js">'],
  [
    { server: 'cloudflare' },
    '<script src="/cdn-cgi/challenge-platform/h/b/scripts/jsd/x/main.js">',
  ],
  [{}, '<script src="/_Incapsula_Resource?SWJIYLWA=1">'],
  [{}, "<script>window._pxAppId='PX1'</script>"],
  [{}, '<script src="https://x.edge.sdk.awswaf.com/challenge.js">'],
  [{ server: 'AkamaiGHost' }, 'Service Unavailable. Reference #11.2d351ab8.1'],
  [{}, `${'x'.repeat(20_000)} px-captcha`],
] as const)('%o with a plain refusal is not', ([headers, text]) => {
  expect(challengeBy(403, new Map(Object.entries(headers)), text)).toBeNull()
})

test('a page that is no refusal is no challenge by its text, only by its header', () => {
  expect(challengeBy(200, new Map(), 'px-captcha')).toBeNull()
  expect(challengeBy(200, new Map([['cf-mitigated', 'challenge']]), '')).toBe('Cloudflare')
})
