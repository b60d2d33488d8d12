import { describe, expect, it } from 'vitest'
import { findMetaRefresh } from '../../../../agent/src/redirects/meta-refresh.ts'
import { readRefresh } from '../../../../agent/src/page/refresh.ts'

describe('the content of a refresh', () => {
  it.each([
    ['0; url=/next', 0, '/next'],
    ['0;url=/next', 0, '/next'],
    ['5;URL=/next', 5, '/next'],
    ['  3 , Url = "/next" ', 3, '/next'],
    ["0; url='/a b' rest", 0, '/a b'],
    ['0; /next', 0, '/next'],
    ['0 /next', 0, '/next'],
    ['0 url=/next', 0, '/next'],
    ['1.5; url=/next', 1, '/next'],
    ['.5; url=/next', 0, '/next'],
    ['0; url="/unclosed', 0, '/unclosed'],
    ['0; urlnext', 0, 'urlnext'],
    ['0; url', 0, 'url'],
    ['600; url=/next', 600, '/next'],
  ])('%j', (content, delaySeconds, url) => {
    expect(readRefresh(content)).toEqual({ delaySeconds, url })
  })

  it.each([
    '',
    '5',
    '5;',
    '5; url=',
    'url=/next',
    '; url=/next',
    '-1; url=/next',
    '5x; url=/',
    '0; ""',
  ])('%j leads nowhere', (content) => {
    expect(readRefresh(content)).toBeNull()
  })

  it('is read in linear time', () => {
    for (const piece of [' ', '0', '.', ';', 'url', '0.']) {
      expect(readRefresh(`0${piece.repeat(1_000_000)}`)?.delaySeconds ?? 0).toBeGreaterThanOrEqual(
        0,
      )
    }
  })
})

describe('the refresh of a page', () => {
  const meta = '<meta http-equiv="refresh" content="0; url=/next">'
  const found = { delaySeconds: 0, url: '/next', base: null }

  it.each([
    ['as usual', `<!doctype html><html><head><title>t</title>${meta}`],
    ['in capitals', '<META HTTP-EQUIV=REFRESH CONTENT="0; URL=/next">'],
    ['without quotes', '<meta http-equiv=refresh content=0;url=/next>'],
    ['the other way round', "<meta content='0; url=/next' http-equiv='Refresh' />"],
    ['over several lines', '<meta\n\thttp-equiv = "refresh"\n\tcontent = "0; url=/next"\n>'],
    ['after a comment', `<!-- ${meta.replace('/next', '/no')} -->${meta}`],
    ['after an empty comment', `<!-->${meta}`],
    ['after a script', `<script>"${meta.replace('/next', '/no')}"</script>${meta}`],
    ['after noscript', `<noscript>${meta.replace('/next', '/no')}</noscript>${meta}`],
    ['after a reload', `<meta http-equiv="refresh" content="30">${meta}`],
    ['with > in an attribute', `<meta name="a" content="a > b">${meta}`],
    ['in the body', `<body><p>moved${meta}`],
    ['doubled attributes: the first', meta.replace('>', ' content="0; url=/no">')],
  ])('%s', (_name, html) => {
    expect(findMetaRefresh(html)).toEqual(found)
  })

  it.each([
    ['comment', `<!-- ${meta} -->`],
    ['open comment', `<!-- ${meta}`],
    ['script', `<script>${meta}</script>`],
    ['open script', `<script>${meta}`],
    ['noscript', `<noscript>${meta}</noscript>`],
    ['template', `<template>${meta}</template>`],
    ['textarea', `<textarea>${meta}</textarea>`],
    ['attribute', `<p title='${meta}'>`],
    ['cut', meta.slice(0, 20)],
    ['another meta', '<meta name="refresh" content="0; url=/next">'],
  ])('none in %s', (_name, html) => {
    expect(findMetaRefresh(html)).toBeNull()
  })

  it('knows the base before it, and references', () => {
    const html = `<base href="/dir/"><meta http-equiv="refresh" content="0; url=?a=1&amp;b=2">`
    expect(findMetaRefresh(html)).toEqual({ delaySeconds: 0, url: '?a=1&b=2', base: '/dir/' })
  })

  it.each(['<', '<a ', '<!--', '<script>', '<a b="', "<a b='", '<meta ', '="', '<a =', '</a b="'])(
    'floods of %j take linear time',
    (piece) => {
      expect(findMetaRefresh(piece.repeat(64_000 / piece.length))).toBeNull()
    },
  )
})
