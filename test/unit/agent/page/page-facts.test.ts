import { expect, test } from 'vitest'
import { factsOf } from '../../../helpers/analysis-page.ts'

const URL_OF_PAGE = { url: 'https://example.com/dir/page' }

test('addresses are resolved against the first base element with an address, wherever it stands', () => {
  const facts = factsOf(
    '<a href=x></a><base target=_blank><base href=/b/><base href=/c/>',
    URL_OF_PAGE,
  )
  expect(facts.document.baseUrl).toBe('https://example.com/b/')
  expect(facts.anchors.list[0]?.url).toBe('https://example.com/b/x')
})

test.each(['javascript:1', 'data:text/html,', 'http://['])('a base of %s is none', (href) => {
  expect(factsOf(`<base href="${href}">`, URL_OF_PAGE).document.baseUrl).toBe(URL_OF_PAGE.url)
})

test('a base in a template is none', () => {
  const facts = factsOf('<template><base href=/b/></template>', URL_OF_PAGE)
  expect(facts.document.baseUrl).toBe(URL_OF_PAGE.url)
})

test('an address that cannot be parsed, or is none, is null', () => {
  const { list } = factsOf('<a>a</a><a href>b</a><a href="http://[">c</a>', URL_OF_PAGE).anchors
  expect(list.map(({ href, url }) => [href, url])).toEqual([
    [null, null],
    ['', URL_OF_PAGE.url],
    ['http://[', null],
  ])
})

test('what an element in the head pushes into the body is told as standing there', () => {
  const facts = factsOf(
    '<head><title>t</title><meta name=a><div></div><meta name=b><link rel=canonical href=/><title>u</title>',
  )
  expect(facts.metas.map(({ isInHead }) => isInHead)).toEqual([true, false])
  expect(facts.links[0]?.isInHead).toBe(false)
  expect(facts.titles.map(({ isInHead }) => isInHead)).toEqual([true, false])
  expect(facts.counts.metasInBody).toBe(1)
})

test('what microdata and RDFa say in the body with a meta element may stand there', () => {
  const inBody = (meta: string) => factsOf(`<p>x</p><meta ${meta} content=1>`).counts.metasInBody
  expect(inBody('itemprop=position')).toBe(0)
  expect(inBody('property=position')).toBe(0)
  expect(inBody('property=schema:position')).toBe(0)
  expect(inBody('property=og:title')).toBe(1)
  expect(inBody('name=description')).toBe(1)
})

test('an image in a noscript of the head does not end the head', () => {
  const facts = factsOf('<head><noscript><img src=/p></noscript><link rel=canonical href=/>')
  expect(facts.links[0]?.isInHead).toBe(true)
  expect(facts.images.list).toMatchObject([{ src: '/p', isInNoscript: true }])
})

test('what noscript holds is no text, no link and no element', () => {
  const facts = factsOf('<p>a<noscript><p>b<a href=/c>d</a><noscript>e</noscript></noscript>')
  expect(facts.text.blocks.map(({ text }) => text)).toEqual(['a'])
  expect(facts.anchors.total).toBe(0)
  expect(facts.document.elements).toBe(5)
})

test('a title of a drawing is no title', () => {
  const facts = factsOf('<title> One\n two </title><svg><title>no</title></svg>')
  expect(facts.titles).toEqual([{ text: 'One two', isInHead: true }])
})

test.each([
  ['<meta charset=utf-8>', 'utf-8', 20],
  ['é<meta charset=utf-8>', 'utf-8', 22],
  ['<meta http-equiv=content-type content="text/html; charset=x">', 'x', 61],
  ['<script>"<meta charset=utf-8>"</script>', null, null],
])('the charset that %j declares is %j, up to byte %j', (html, declaredCharset, at) => {
  expect(factsOf(html).document).toMatchObject({ declaredCharset, declaredCharsetAt: at })
})

test.each([
  ['<nav><a href=x></a></nav>', 'nav'],
  ['<header><a href=x></a></header>', 'header'],
  ['<header><nav><a href=x></a></nav></header>', 'nav'],
  ['<main><article><header><a href=x></a></header></article></main>', 'main'],
  ['<div role="NAVIGATION"><a href=x></a></div>', 'nav'],
  ['<div role=contentinfo><a href=x></a></div>', 'footer'],
  ['<nav role=presentation><a href=x></a></nav>', 'body'],
  ['<aside><div><a href=x></a></div></aside>', 'aside'],
  ['<section><footer><a href=x></a></footer></section>', 'body'],
  ['<div role=main><header><a href=x>y</a></header></div>', 'main'],
  ['<div role=article><footer><a href=x>y</a></footer></div>', 'body'],
])('the link in %s stands in %s', (html, area) => {
  expect(factsOf(html).anchors.list[0]?.area).toBe(area)
})

test.each([
  ['<a href=x> One\n <b>two</b></a>', 'One two', null, false, null],
  ['<a href=x>One<br>two<div>three</div></a>', 'One two three', null, false, null],
  ['<a href=x><img alt=Logo></a>', 'Logo', null, true, 'Logo'],
  ['<a href=x><img alt=Logo> Home</a>', 'Logo Home', null, false, 'Logo'],
  ['<a href=x><img></a>', '', null, true, null],
  ['<a href=x><img><i hidden>x</i></a>', '', null, true, null],
  ['<a href=x title=Home><img alt=""></a>', '', 'Home', true, ''],
  ['<a href=x aria-label=Home></a>', '', 'Home', false, null],
  ['<a href=x title=More>Home</a>', 'Home', null, false, null],
  ['<a href=x><svg><title>Home</title></svg></a>', '', 'Home', true, null],
  ['<a href=x><span hidden>no</span><i style="display: none">no</i></a>', '', null, false, null],
  ['<map><area href=x alt=Roof></map>', 'Roof', null, false, 'Roof'],
])('the link %s has its text', (html, text, label, isImage, alt) => {
  expect(factsOf(html).anchors.list[0]).toMatchObject({ text, label, isImage, alt })
})

test('links and headings that are hidden as a whole have the text that they would show', () => {
  const facts = factsOf(
    '<div hidden><a href=x>Home<script>no</script><i>!</i></a><h2>Title</h2></div><a hidden href=y>You</a>',
  )
  expect(facts.anchors.list.map(({ text }) => text)).toEqual(['Home!', 'You'])
  expect(facts.headings).toEqual([{ level: 2, text: 'Title' }])
  expect(facts.text.characters).toBe(0)
})

test('text of a link is cut at 300 characters', () => {
  expect(factsOf(`<a href=x>${'ab '.repeat(1000)}</a>`).anchors.list[0]?.text).toHaveLength(299)
})

test('headings have the text of what is in them, and of images', () => {
  const { headings } = factsOf('<h2>A <img alt=b> c<br>d</h2><h1></h1><h3>x<h4>y</h4></h3>')
  expect(headings).toEqual([
    { level: 2, text: 'A b c d' },
    { level: 1, text: '' },
    { level: 3, text: 'x' },
    { level: 4, text: 'y' },
  ])
})

test('text comes in blocks of a kind, in an area', () => {
  const { blocks } = factsOf(
    '<nav><ul><li>Home</ul></nav><main><h1>Title</h1><p>One <b>two</b>three<ul><li><div>item</div></ul>' +
      '<table><tr><td>cell<th>head</table>loose<br>line<br><br>new</main>',
  ).text
  expect(blocks).toEqual([
    { kind: 'item', text: 'Home', area: 'nav' },
    { kind: 'heading', text: 'Title', area: 'main' },
    { kind: 'paragraph', text: 'One twothree', area: 'main' },
    { kind: 'item', text: 'item', area: 'main' },
    { kind: 'cell', text: 'cell', area: 'main' },
    { kind: 'cell', text: 'head', area: 'main' },
    { kind: 'other', text: 'loose line', area: 'main' },
    { kind: 'other', text: 'new', area: 'main' },
  ])
})

test('text that is not seen is none', () => {
  const { text } = factsOf(
    '<title>t</title><p>a<script>b</script><style>c</style><template>d</template><noscript>e</noscript>' +
      '<i hidden>f</i><i hidden=until-found>g</i><i aria-hidden=true>h</i><i popover>x</i><rp>(</rp><textarea>i</textarea>' +
      '<select><option>j</select><dialog>k</dialog><svg><text>l</text></svg><i style="color:red;display:none">m</i>',
  )
  expect(text).toEqual({
    blocks: [{ kind: 'paragraph', text: 'agh', area: 'body' }],
    characters: 3,
    bytes: 3,
  })
})

test('characters and bytes of text are those of its blocks with a space between', () => {
  expect(factsOf('<p>äb<p>c').text).toMatchObject({ characters: 4, bytes: 5 })
})

test('images have the candidates of their srcset and picture', () => {
  const { images, pictures } = factsOf(
    '<picture><source srcset="a.avif 1x, b.avif 2x"><img src=c.png srcset="d.png,e.png 2x" alt=""></picture>' +
      '<picture><source srcset=f></picture><img src=g role=presentation><div aria-hidden=true><img></div>',
  )
  const at = (name: string) => `https://example.com/${name}`
  expect(images.list[0]).toMatchObject({
    url: at('c.png'),
    candidates: ['a.avif', 'b.avif', 'd.png,e.png'].map(at),
    isInPicture: true,
    alt: '',
  })
  expect(images.list.map(({ isDecorative }) => isDecorative)).toEqual([false, true, true])
  expect(pictures).toEqual({ total: 2, withoutImg: 1 })
})

test.each([
  ['<input>', 1, 1],
  ['<label>Name <input></label>', 1, 0],
  ['<input id=a><label for=a>Name</label>', 1, 0],
  ['<input id=a><label for=b>Name</label>', 1, 1],
  ['<select aria-label=Name></select>', 1, 0],
  ['<textarea aria-labelledby="x y"></textarea><p id=y>Name', 1, 0],
  ['<textarea aria-labelledby=x></textarea>', 1, 1],
  ['<input title=Name>', 1, 0],
  ['<input type=HIDDEN><input type=submit><input hidden>', 0, 0],
  ['<div aria-hidden=true style="position:absolute;left:-5000px"><input name=trap></div>', 0, 0],
  ['<p style="display:none"><textarea name=trap></textarea></p><select hidden></select>', 0, 0],
  ['<select></select><textarea></textarea>', 2, 2],
])('of the fields in %s, %i take a label and %i have none', (html, total, withoutLabel) => {
  expect(factsOf(html).fields).toEqual({ total, withoutLabel })
})

test.each([
  ['<button> </button>', 1, 1],
  ['<button>Go</button>', 1, 0],
  ['<button><img alt=Go></button>', 1, 0],
  ['<button><svg><title>Go</title></svg></button>', 1, 0],
  ['<button aria-label=Go></button>', 1, 0],
  ['<button aria-labelledby=x></button><i id=x>Go</i>', 1, 0],
  ['<input type=submit>', 1, 0],
  ['<input type=submit value="">', 1, 1],
  ['<input type=button>', 1, 1],
  ['<input type=image alt=Go><input type=image>', 2, 1],
  ['<div role=button><i>Go</i></div><div role=button></div>', 2, 1],
])('of the buttons in %s, %i are counted and %i have no name', (html, total, withoutName) => {
  expect(factsOf(html).buttons).toEqual({ total, withoutName })
})

test('styles tell what they load', () => {
  const css = `@import "a.css"; /* url(no.png) */ @import url(b.css); .x { background: url( 'c.png' ), url(data:x) }`
  const { styles } = factsOf(`<style>${css}</style>`)
  expect(styles).toEqual([
    {
      media: null,
      isInHead: true,
      bytes: css.length,
      urls: ['a.css', 'b.css', 'c.png'].map((name) => `https://example.com/${name}`),
    },
  ])
})

test('scripts, frames, embeds and forms are listed', () => {
  const facts = factsOf(
    '<script src=a.js async type=MODULE></script><script>1</script><iframe src=f title=F width=1></iframe>' +
      '<video src=v poster=p></video><object data=o></object><input type=image src=i><input src=no>' +
      '<form method=POST action=/go></form><form method=put></form>',
  )
  expect(facts.scripts).toMatchObject([
    { src: 'a.js', url: 'https://example.com/a.js', isAsync: true, isModule: true, inlineBytes: 0 },
    { src: null, url: null, inlineBytes: 1 },
  ])
  expect(facts.frames).toMatchObject([{ src: 'f', title: 'F', isHidden: true }])
  expect(facts.embeds.map(({ element, url }) => `${element} ${url}`)).toEqual([
    'video https://example.com/v',
    'poster https://example.com/p',
    'object https://example.com/o',
    'input https://example.com/i',
  ])
  expect(facts.forms).toEqual([
    { action: '/go', url: 'https://example.com/go', method: 'post' },
    { action: null, url: 'https://example.com/', method: 'get' },
  ])
})

test('names that objects inherit are no elements, ids or keys', () => {
  const facts = factsOf(
    '<constructor id=__proto__></constructor><toString id=__proto__>x</toString>',
  )
  expect(facts.ids).toEqual({ duplicated: ['__proto__'], duplicatedTotal: 1 })
  expect(facts.counts.paragraphs).toBe(0)
})

test.each([
  ['application/json', '{"a":"<p>"}'],
  ['application/pdf', '%PDF-1.7 <html>'],
  ['', 'just text'],
])('a page of type %j that is no HTML has empty facts', (contentType, body) => {
  const facts = factsOf(body, { headers: { 'content-type': contentType } })
  expect(facts.document).toMatchObject({ elements: 0, htmlBytes: 0, hasDoctype: false })
  expect(facts.text.characters).toBe(0)
})

test('a page without a type that begins as HTML is HTML', () => {
  const facts = factsOf('\n<!DOCTYPE html><title>x</title>', { headers: { 'content-type': '' } })
  expect(facts.titles).toHaveLength(1)
})

test('facts survive a structured clone', () => {
  const facts = factsOf('<h1>x</h1><p vocab=x typeof=y><i property=__proto__>z</i>')
  expect(structuredClone(facts)).toEqual(facts)
})
