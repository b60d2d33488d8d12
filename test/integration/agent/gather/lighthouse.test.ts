import { LighthouseResult } from '@sightline/shared/analyses/lighthouse'
import { describe, expect, test } from 'vitest'
import { lighthouseAnalysis } from '../../../../agent/src/analyses/lighthouse.ts'
import { CHROME, site, testBrowser } from '../../../helpers/browser.ts'
import { gatherOne } from '../../../helpers/gathering.ts'

const PAGE = `<!doctype html><html lang=en><head><title>A garden</title>
<meta name=viewport content="width=device-width"><meta name=description content="All about gardens">
<link rel=stylesheet href=/style.css></head>
<body><main><h1>A garden</h1><p>${'Plants grow in it. '.repeat(30)}</p>
<script src=/script.js></script></main></body></html>`

describe.skipIf(CHROME.missing)('a run of Lighthouse', () => {
  const browser = testBrowser()
  test('measures', async () => {
    const { origin } = await site({
      '/': PAGE,
      '/style.css': (_, response) => {
        response
          .writeHead(200, { 'content-type': 'text/css' })
          .end('h1 { color: #123 }' + '.a{color:red}'.repeat(5000))
      },
      '/script.js': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end('let a = 1')
      },
    })
    const t = performance.now()
    const lab = await gatherOne('lab', `${origin}/`, { browser, timeoutMs: 120_000 })
    console.log(performance.now() - t)
    const result = await lighthouseAnalysis.analyse({ lab }, { device: 'mobile' })
    console.log(JSON.stringify(result, null, 1))
    expect(LighthouseResult.parse(result)).toEqual(result)
  })
})
