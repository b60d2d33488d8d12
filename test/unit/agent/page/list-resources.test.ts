import { expect, test } from 'vitest'
import { listResources } from '../../../../agent/src/page/resources/list-resources.ts'
import { factsOf } from '../../../helpers/analysis-page.ts'

const listOf = (html: string) => listResources(factsOf(html))
const typesOf = (html: string) => listOf(html).resources.map(({ url, type }) => [type, url])

test('everything a page loads is listed with its type, absolute and once', () => {
  const html = `<!doctype html><head><base href="https://cdn.test/dir/">
    <link rel="stylesheet" href="a.css"><link rel="preload" as="font" href="a.woff2">
    <link rel="preload" as="fetch" href="/data.json"><link rel="modulepreload" href="m.js">
    <link rel="shortcut icon" href="i.ico"><link rel="manifest" href="app.webmanifest">
    <link rel="canonical" href="/c"><link rel="stylesheet" href="off.css" disabled>
    <script src="a.js"></script><script src="a.js#again"></script><script type="text/template" src="t.html"></script>
    <style>@import "b.css"; @font-face { src: url(b.woff2) } p { background: url(bg.png?x=1) } i { mask: url(#m) }</style>
    </head><body><img src="1.png" srcset="2.png 2x, 1.png 1x"><img src="data:image/png;base64,aa"><img src="">
    <picture><source srcset="3.avif"><img src="3.png"></picture>
    <iframe src="/f"></iframe><iframe src="about:blank"></iframe><video poster="p.jpg"><source src="v.mp4"></video>
    <audio src="s.mp3"></audio><object data="o.swf"></object><input type=image src="b.gif"></body>`
  expect(typesOf(html)).toEqual([
    ['stylesheet', 'https://cdn.test/dir/a.css'],
    ['font', 'https://cdn.test/dir/a.woff2'],
    ['other', 'https://cdn.test/data.json'],
    ['script', 'https://cdn.test/dir/m.js'],
    ['image', 'https://cdn.test/dir/i.ico'],
    ['other', 'https://cdn.test/dir/app.webmanifest'],
    ['script', 'https://cdn.test/dir/a.js'],
    ['stylesheet', 'https://cdn.test/dir/b.css'],
    ['font', 'https://cdn.test/dir/b.woff2'],
    ['image', 'https://cdn.test/dir/bg.png?x=1'],
    ['image', 'https://cdn.test/dir/1.png'],
    ['image', 'https://cdn.test/dir/3.png'],
    ['iframe', 'https://cdn.test/f'],
    ['image', 'https://cdn.test/dir/p.jpg'],
    ['media', 'https://cdn.test/dir/v.mp4'],
    ['media', 'https://cdn.test/dir/s.mp3'],
    ['other', 'https://cdn.test/dir/o.swf'],
    ['image', 'https://cdn.test/dir/b.gif'],
    ['image', 'https://cdn.test/dir/2.png'],
    ['image', 'https://cdn.test/dir/3.avif'],
  ])
})

test('style attributes name images', () => {
  const html = `<div style="background: URL( 'hero.jpg' )"><i style="color: red"></i>
    <b style='background:url(hero.jpg),url("//cdn.test/b?w=1"); mask: url(#m)'></b></div>
    <noscript><p style="background: url(unseen.png)"></p></noscript>`
  expect(typesOf(html)).toEqual([
    ['image', 'https://example.com/hero.jpg'],
    ['image', 'https://cdn.test/b?w=1'],
  ])
})

test('the page itself is none of its resources', () => {
  const html = '<style>p { mask: url(#m) }</style><img src="#x"><iframe src="?"></iframe>'
  expect(typesOf(html)).toEqual([['iframe', 'https://example.com/?']])
})

test.each([
  ['<head><script src=x></script>', true],
  ['<head><script src=x async></script>', false],
  ['<head><script src=x defer></script>', false],
  ['<head><script src=x type=module></script>', false],
  ['<head><script src=x nomodule></script>', false],
  ['<body><p>a<script src=x></script>', false],
  ['<head><link rel=stylesheet href=x>', true],
  ['<head><link rel=stylesheet href=x media="(min-width: 1px)">', true],
  ['<head><link rel=stylesheet href=x media=" Print">', false],
  ['<head><link rel="alternate stylesheet" href=x>', false],
  ['<head><link rel=preload as=style href=x>', false],
  ['<head><link rel=preload as=style href=x><link rel=stylesheet href=x>', true],
])('%s holds up the page: %s', (html, isRenderBlocking) => {
  expect(listOf(html).resources).toMatchObject([{ isRenderBlocking }])
})

test('what is said of an element goes with its resource', () => {
  const html = `<script src=a integrity=sha256-x async></script><img src=b alt="" width=10 loading=LAZY>
    <iframe src=c loading=lazy></iframe>`
  expect(listOf(html).resources).toMatchObject([
    { hasIntegrity: true, script: { isAsync: true, isDefer: false } },
    { image: { alt: '', width: '10', height: null }, isLazy: true },
    { isLazy: true },
  ])
})

test('of 100,000 resources the first are listed and the others counted', () => {
  const scripts = Array.from({ length: 5_000 }, (_, i) => `<script src=${i}.js></script>`)
  const images = Array.from({ length: 5_000 }, (_, i) => `<img src=${i}.png>`)
  const { resources, total } = listOf([...scripts, ...images].join(''))
  expect([resources.length, total]).toEqual([5_000, 10_000])
})
