import { expect, test } from 'vitest'
import { challengeBy } from '../../../../../agent/src/checks/web/challenge-page.ts'

test.for([
  [{ 'cf-mitigated': 'challenge' }, '', 'Cloudflare'],
  [{ server: 'cloudflare' }, '<script src="/cdn-cgi/challenge-platform/h/b">', 'Cloudflare'],
  [{ 'x-amzn-waf-action': 'captcha' }, '', 'AWS WAF'],
  [{}, '<iframe src="https://geo.captcha-delivery.com/captcha">', 'DataDome'],
  [{}, '<iframe src="/_Incapsula_Resource?x">', 'Imperva'],
  [{ server: 'AkamaiGHost' }, 'Access Denied. Reference #18.2d351ab8.1', 'Akamai'],
] as const)('%o with such a page is the work of a protection', ([headers, text, who]) => {
  expect(challengeBy(new Map(Object.entries(headers)), text)).toBe(who)
})

test.for([
  [{}, 'Forbidden'],
  [{ server: 'cloudflare' }, 'Forbidden'],
  [{ server: 'nginx' }, 'Access Denied. Reference #18.2d351ab8.1'],
] as const)('%o with a plain refusal is not', ([headers, text]) => {
  expect(challengeBy(new Map(Object.entries(headers)), text)).toBeNull()
})
