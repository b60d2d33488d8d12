import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { judgeWithAxe } from '../../../../agent/src/accessibility/judge-with-axe.ts'
import { ACCESSIBILITY_CASES, idsOf, pageWith } from '../../../helpers/accessibility-cases.ts'
import { CHROME, PATIENCE_MS, testBrowser } from '../../../helpers/browser.ts'
import { listen } from '../../../helpers/listen.ts'

describe.skipIf(CHROME.missing !== null)('axe-core in the browser', () => {
  const browser = testBrowser()

  async function judge(html: string) {
    const findings = await judgeWithAxe(html, browser, AbortSignal.timeout(PATIENCE_MS))
    if (findings === null) throw new Error('the browser could not judge the document')
    return findings
  }

  test.each(ACCESSIBILITY_CASES)('finds %s broken and kept', async (id, broken, kept) => {
    for (const [html, isKept] of [
      [broken, false],
      [kept, true],
    ] as const) {
      const { violations, incomplete } = await judge(html)
      // axe-core leaves what it cannot be sure of to people.
      const found = idsOf([...violations, ...incomplete])
      if (isKept) expect(found).not.toContain(id)
      else expect(found).toContain(id)
    }
  })

  test('tells the element, a selector that finds it, and how often', async () => {
    const html = pageWith(`<div id="list">${'<p><img src="a.png"></p>'.repeat(30)}</div>`)
    const { engine, violations, passes, notTested } = await judge(html)
    expect(engine).toMatch(/^axe-core \d/)
    expect(notTested).toContain('color-contrast')
    const found = violations.find(({ id }) => id === 'image-alt')
    expect(found).toMatchObject({ impact: 'critical', count: 30 })
    expect(found?.nodes).toHaveLength(20)
    expect(found?.nodes[1]).toMatchObject({
      html: '<img src="a.png">',
      target: '#list > p:nth-of-type(2) > img:nth-of-type(1)',
      summary: expect.stringContaining('alt attribute'),
    })
    expect(passes).toContainEqual({ id: 'document-title', impact: 'serious' })
  })

  test('judges what stands in shadow trees that the page declares, and tells in which', async () => {
    const card =
      '<x-card><template shadowrootmode="open"><p id="a"><img src="a.png"></p></template></x-card>'
    const { violations } = await judge(pageWith(card.repeat(2)))
    const found = violations.find(({ id }) => id === 'image-alt')
    expect(found?.nodes.map(({ target }) => target)).toEqual([
      expect.stringMatching(/x-card:nth-of-type\(1\) >>> #a > img:nth-of-type\(1\)$/),
      expect.stringMatching(/x-card:nth-of-type\(2\) >>> #a > img:nth-of-type\(1\)$/),
    ])
  })

  test('judges every rule that it is asked about', async () => {
    const none =
      '<html lang="en"><title>Shop</title><div><p>Text</p><dialog><h1>One</h1></dialog></div>'
    for (const [html, isKept] of [
      [none, false],
      [pageWith('<h1>One</h1>'), true],
    ] as const) {
      const { violations, passes, incomplete } = await judge(html)
      const ids = ['landmark-one-main', 'page-has-heading-one']
      expect(idsOf(isKept ? passes : violations)).toEqual(expect.arrayContaining(ids))
      const summaries = incomplete.flatMap(({ nodes }) => nodes.map(({ summary }) => summary))
      expect(summaries.join('\n')).not.toContain('Axe encountered an error')
    }
  })

  test('runs nothing of a document, applies no style sheet, and loads nothing', async () => {
    let connections = 0
    const port = await listen(createServer(() => void (connections += 1)))
    const at = `http://127.0.0.1:${port}`
    const spoil = "document.title = ''; document.body.innerHTML = '<img>'"
    const html = `<!doctype html><html lang="en" onclick="${spoil}"><head><title>Shop</title>
      <meta http-equiv="refresh" content="0;url=${at}/refresh">
      <link rel="stylesheet" href="${at}/sheet"><link rel="icon" href="${at}/icon">
      <link rel="preconnect" href="${at}"><link rel="dns-prefetch" href="${at}">
      <link rel="preload" as="image" href="${at}/preload"><link rel="modulepreload" href="${at}/m">
      <link rel="prefetch" href="${at}/p"><link rel="manifest" href="${at}/manifest">
      <script type="speculationrules">{"prefetch":[{"urls":["${at}/s"]}]}</script>
      <style>@import "${at}/import"; @font-face { font-family: f; src: url(${at}/font) }
      main { display: none; font-family: f; background: url(${at}/sheet-image) }</style>
      <script>${spoil}</script><script src="${at}/script"></script>
      <script type="module">import "${at}/module"</script></head>
      <body onload="${spoil}" background="${at}/background"><main><h1>Shop</h1>
      <img src="${at}/image" srcset="${at}/set 2x" onerror="${spoil}"><picture><source srcset="${at}/b"><img
      alt="x" src="${at}/c"></picture><img alt="x" src="data:image/gif;base64,R0" onerror="${spoil}">
      <p style="background: url(${at}/style)">Text</p><video poster="${at}/poster" src="${at}/video"
      autoplay></video><audio src="${at}/audio" autoplay></audio><track src="${at}/track">
      <iframe title="a" src="${at}/frame"></iframe><iframe title="b" srcdoc="<script>top.${spoil}</script><img
      alt='' src='${at}/in-frame'>"></iframe><iframe title="c" src="javascript:${spoil}"></iframe>
      <object data="${at}/object"></object><embed src="${at}/embed">
      <svg><image href="${at}/svg"/><use href="${at}/use#a"/><script>document.title = ''</script></svg>
      <form action="${at}/form"><button autofocus onfocus="${spoil}">Send</button></form>
      <a href="${at}/link" ping="${at}/ping">Link</a></main></body></html>`
    const { violations, passes } = await judge(html)
    expect(connections).toBe(0)
    expect(idsOf(passes)).toEqual(
      expect.arrayContaining(['document-title', 'page-has-heading-one']),
    )
    // As it stands there: neither gone with the style sheet nor the one of the scripts.
    const images = violations.find(({ id }) => id === 'image-alt')
    expect(images?.nodes.map((node) => node.html)).toEqual([expect.stringContaining('/image')])
    await judge(pageWith('<h1>The next</h1>'))
    expect(connections).toBe(0)
  })

  const NAMES =
    'querySelectorAll querySelector documentElement body head title getElementById createElement nodeType nodeName children childNodes attributes getAttribute hasAttribute parentNode ownerDocument shadowRoot matches localName id axe'
  test.each<[string, (name: string) => string]>([
    ['forms', (name) => `<form name="${name}"></form>`],
    ['images', (name) => `<img alt="" name="${name}">`],
    ['frames', (name) => `<iframe title="${name}" name="${name}"></iframe>`],
    ['objects', (name) => `<object id="o-${name}" name="${name}" aria-label="x"></object>`],
    ['paragraphs', (name) => `<p id="${name}">x</p>`],
    ['fields', (name) => `<form><label>x<input name="${name}"></label><img src="b"></form>`],
  ])('is not misled by %s that are called as what a document has', async (what, named) => {
    const all = NAMES.split(' ')
    const { violations, incomplete } = await judge(
      pageWith(`${all.map(named).join('')}<img src="a">`),
    )
    const found = violations.find(({ id }) => id === 'image-alt')
    expect(found?.count).toBe(what === 'fields' ? all.length + 1 : 1)
    expect(found?.nodes.map(({ html }) => html)).toContain(
      what === 'fields' ? '<img src="b">' : '<img src="a">',
    )
    const summaries = incomplete.flatMap(({ nodes }) => nodes.map(({ summary }) => summary))
    expect(summaries.join('\n')).not.toContain('Axe encountered an error')
  })

  test('judges the next document whatever the last one did', async () => {
    const awayTo = (url: string): string =>
      `<title>Away</title><meta http-equiv="refresh" content="0;url=${url}"><p>${'x '.repeat(50_000)}`
    const deep = '<div>'.repeat(5_000)
    const wide = `<p ${Array.from({ length: 5_000 }, (_, i) => `a${i}="${i}"`).join(' ')}>`
    const long = `<x-${'y'.repeat(100_000)} role="knob" id="${'z'.repeat(100_000)}">`
    for (const hostile of [awayTo('about:blank'), awayTo('data:text/html,x'), deep, wide, long]) {
      // What led away is told by nobody; what came is.
      await judgeWithAxe(hostile, browser, AbortSignal.timeout(PATIENCE_MS))
      const { violations } = await judge(pageWith('<h1>One</h1><img src="a">'))
      expect(idsOf(violations)).toEqual(['image-alt'])
    }
    const over = AbortSignal.abort()
    expect(await judgeWithAxe(pageWith('<p>x'), browser, over)).toBeNull()
    const soonOver = new AbortController()
    const judging = judgeWithAxe(pageWith('<p><a>x</a>'.repeat(3_000)), browser, soonOver.signal)
    setImmediate(() => soonOver.abort())
    expect(await judging).toBeNull()
    expect(idsOf((await judge(pageWith('<img src="a">'))).violations)).toContain('image-alt')
  })

  test('what it tells of an element is short, whatever the element', async () => {
    const name = `x-${'y'.repeat(5_000)}`
    const { violations } = await judge(
      pageWith(`<${name} role="knob" class="${'c '.repeat(9_000)}">x</${name}>`),
    )
    const [node] = violations.find(({ id }) => id === 'aria-roles')?.nodes ?? []
    expect(node?.html.length).toBeLessThan(400)
    expect(node?.target).toMatch(/ > \*:nth-child\(1\)$/)
    expect(node?.summary.length).toBeLessThan(2_100)
  })
})
