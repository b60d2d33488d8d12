import { describe, expect, it, test } from 'vitest'
import { checkByOwnRules } from '../../../../agent/src/accessibility/own-rules.ts'
import { withEndTags } from '../../../../agent/src/page/xhtml.ts'
import { readRendered } from '../../../../agent/src/page/read-rendered.ts'
import { leadOf } from '../../../../agent/src/redirects/lead.ts'
import { factsOf, pageOf } from '../../../helpers/analysis-page.ts'

const XHTML = { headers: { 'content-type': 'application/xhtml+xml' } }

const PAGE = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="de" lang="en">
<head>
<script src="a.js" />
<title>Ein Titel</title>
<style/><noscript/>
<link rel="canonical" href="/here"/>
</head>
<body><!-- <title/> -->
<script>//<![CDATA[
var a = '<div/>';
//]]></script>
<p/><h1>Eins</h1><a id="top"/><iframe src="/frame" title="x"/><textarea/>
<svg xmlns="http://www.w3.org/2000/svg"><g><title/><g/><path d="M0"/></g></svg>
<p>Text<br/>hier</p><a href="/next">weiter</a>
</body></html>`

describe('a page that browsers read as XML', () => {
  const facts = factsOf(PAGE, XHTML)

  it('is read behind elements that end in their start tag', () => {
    expect(facts.titles).toEqual([{ text: 'Ein Titel', isInHead: true }])
    expect(facts.links).toMatchObject([{ rel: ['canonical'], isInHead: true }])
    expect(facts.headings).toEqual([{ level: 1, text: 'Eins' }])
    expect(facts.scripts).toMatchObject([{ src: 'a.js' }, { src: null }])
    expect(facts.frames).toMatchObject([{ src: '/frame' }])
    expect(facts.anchors.list).toMatchObject([{ href: null }, { href: '/next', text: 'weiter' }])
    expect(facts.counts.paragraphs).toBe(2)
    expect(facts.text.blocks.map(({ text }) => text)).toContain('Text hier')
  })

  it('has scripts with the text that XML makes of them', () => {
    const data = '{"@type":"Organization","name":"A &amp; B","url":"/?a=1&amp;b"}'
    const script = (text: string) => `<script type="application/ld+json">${text}</script>`
    const page = `<html><head>${script(data)}${script(`<![CDATA[${data}]]>`)}</head></html>`
    expect(factsOf(page, XHTML).structuredData.jsonLd.map(({ text }) => text)).toEqual([
      '{"@type":"Organization","name":"A & B","url":"/?a=1&b"}',
      data,
    ])
  })

  it('says its language as XML does', () => {
    expect(facts.document.lang).toBe('de')
    expect(factsOf('<html lang="en"/>', XHTML).document.lang).toBe('en')
    expect(factsOf('<html lang="en" xml:lang="de">').document.lang).toBe('en')
  })

  it('is as long as it came', () => {
    expect(facts.document.htmlBytes).toBe(Buffer.byteLength(PAGE))
    const page = '<html><head><title/><style/><meta charset="utf-8"/><script/></head></html>'
    const end = page.indexOf('<script/>')
    expect(factsOf(page, XHTML).document.declaredCharsetAt).toBe(end)
  })

  it('is judged, and leads on, by the same reading', () => {
    const { violations, passes } = checkByOwnRules(pageOf(PAGE, XHTML))
    expect(violations.map(({ id }) => id)).not.toContain('document-title')
    expect(passes.map(({ id }) => id)).toContain('document-title')
    const leading =
      '<html><head><script src="a"/><meta http-equiv="refresh" content="0; url=/on"/></head></html>'
    expect(leadOf(pageOf(leading, XHTML))).toMatchObject({ location: '/on' })
    expect(leadOf(pageOf(leading))).toBeNull()
  })

  it('is read so after its scripts ran, too', () => {
    const html = '<html xml:lang="de"><head><title /></head><body><p>a</p></body></html>'
    const rendered = readRendered(pageOf('', XHTML), { html, isComplete: true })
    expect(rendered).toMatchObject({ document: { lang: 'de' }, titles: [{ text: '' }] })
    expect(rendered?.text.blocks).toMatchObject([{ text: 'a' }])
  })
})

test('HTML takes no notice of a slash', () => {
  const facts = factsOf('<title/><h1>a</h1>')
  expect(facts.titles).toMatchObject([{ text: '<h1>a</h1>' }])
  expect(facts.headings).toEqual([])
})

test.each([
  ['<p/>', '<p></p>'],
  ['<p a="1" />b', '<p a="1" ></p>b'],
  ['<p a="/>"/>', '<p a="/>"></p>'],
  ['<br/><img src="a"/><hr />', '<br/><img src="a"/><hr />'],
  ['<script/><title/>a', '<script></script><title></title>a'],
  ['<script>"<p/>"</script><p/>', '<script>"<p/>"</script><p></p>'],
  ['<![CDATA[<p/> & more]]><p/>', '&lt;p/> &amp; more<p></p>'],
  ['<title><![CDATA[A & B]]></title>', '<title>A &amp; B</title>'],
  ['<script>//<![CDATA[\n<p/>\n//]]></script>', '<script>//\n<p/>\n//</script>'],
  [
    '<script>a &amp;&amp; b &lt; &#x63; <![CDATA[&amp;]]></script><p/>',
    '<script>a && b < c &amp;</script><p></p>',
  ],
  ['<style>a &gt; b {}</style>', '<style>a > b {}</style>'],
  [
    '<script>a &unknown; &#0; &#xd800; &#1114112;</script>',
    '<script>a &unknown; &#0; &#xd800; &#1114112;</script>',
  ],
  // By HTML's rules these would end the script, or let it go on behind its end.
  ['<script>"&lt;/script>"</script>', '<script>"&lt;/script>"</script>'],
  ['<script>"&lt;!--&lt;script>"</script>', '<script>"&lt;!--&lt;script>"</script>'],
  ['<script>&amp;<![CDATA[</script>', '<script>&<![CDATA[</script>'],
  ['<template><title/></template>', '<template><title></title></template>'],
  ['<!-- <p/> --><p/>', '<!-- <p/> --><p></p>'],
  ['<g><g/></g>', '<g><g></g></g>'],
  ['<p', '<p'],
  ['<p/', '<p/'],
  ['<![CDATA[<p/>', '<![CDATA[<p/>'],
])('%s becomes %s', (page, expected) => {
  const { text, placeInPage } = withEndTags(page)
  expect(text).toBe(expected)
  expect(placeInPage(text.length)).toBe(page.length)
})
