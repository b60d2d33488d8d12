import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ENGINE = new URL('../../../../agent/src/lighthouse/engine.ts', import.meta.url).href

/** What a process of Lighthouse has of its messages and of the library once it has loaded all, and a message. */
const SCRIPT = `
  const { loadEngine } = await import(process.env.ENGINE)
  await loadEngine()
  const { locales } = await import('lighthouse/shared/localization/locales.js')
  const { getFormatted } = await import('lighthouse/shared/localization/format.js')
  const { UIStrings } = await import('lighthouse/core/audits/seo/is-crawlable.js')
  const { createIcuMessageFn } = await import('lighthouse/core/lib/i18n/i18n.js')
  const { resolve } = await import('node:path')
  const file = resolve('node_modules/lighthouse/core/audits/seo/is-crawlable.js')
  const told = createIcuMessageFn('file://' + file, UIStrings)(UIStrings.title)
  console.log(JSON.stringify({
    languages: Object.keys(locales),
    functions: Object.keys(await import('lodash-es')),
    said: getFormatted(told, 'en-US'),
  }))`

test('Lighthouse is loaded without messages in other languages and functions that it does not call', async () => {
  const args = ['--input-type=module', '-e', SCRIPT]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: new URL('../../../../', import.meta.url),
    env: { ...process.env, ENGINE },
  })
  expect(JSON.parse(stdout)).toEqual({
    languages: [],
    functions: ['get', 'isEqual', 'set'],
    said: 'Page isn’t blocked from indexing',
  })
})
