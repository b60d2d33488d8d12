import type { AuditCheckOf } from '@sightline/shared/analyses/audit-checks'
import type { AuditCase, CheckCases } from '../../../../helpers/audited-page.ts'
import { testChecks } from '../../../../helpers/audited-page.ts'

const NO_LANG = { html: '<html>' }
const lang = (value: string): AuditCase => ({ html: `<html lang="${value}">` })
const invalidLang = (value: string): string =>
  `html lang value "${value}" is not a valid language tag`

const WITHOUT_CHARSET = { headers: { 'content-type': 'text/html' } }
/** The declaration ends at byte `n`. */
function charsetAt(n: number): AuditCase {
  const tag = '<meta charset="utf-8">'
  return { ...WITHOUT_CHARSET, whole: `<!--${' '.repeat(n - 7 - tag.length)}-->${tag}<p>a</p>` }
}

const viewport = (content: string): AuditCase => ({
  viewport: `<meta name="Viewport" content="${content}">`,
})

testChecks({
  langMissing: {
    fails: [
      [NO_LANG, 'html lang attribute is missing'],
      [lang(''), 'html lang attribute is missing'],
      [lang(' '), 'html lang attribute is missing'],
    ],
    passes: [{}, lang('qqqq')],
  },
  langInvalid: {
    fails: [
      [lang('english'), invalidLang('english')],
      [lang('en_US'), invalidLang('en_US')],
      [lang('e'), invalidLang('e')],
      [lang('en-UK'), invalidLang('en-UK')],
      [lang('x'.repeat(5_000)), invalidLang(`${'x'.repeat(40)}…`)],
    ],
    passes: [{}, lang('pt-BR'), lang('zh-Hans-CN'), lang('DE'), lang('zh-cmn-Hans')],
    doesNotApply: [NO_LANG],
  },
  charsetMissing: {
    fails: [
      [{ ...WITHOUT_CHARSET, charset: '' }, 'Character set is not declared'],
      [
        { ...WITHOUT_CHARSET, charset: '<meta charset="utf8mb4">' },
        'Character set is not declared: "utf8mb4" is none that browsers know',
      ],
      [
        { headers: { 'content-type': 'text/html; charset=none' }, charset: '' },
        'Character set is not declared: "none" is none that browsers know',
      ],
    ],
    passes: [
      { charset: '' },
      WITHOUT_CHARSET,
      { headers: { 'content-type': 'text/html; charset=none' } },
      { ...WITHOUT_CHARSET, charset: '', doctype: '\ufeff<!doctype html>' },
      {
        ...WITHOUT_CHARSET,
        charset: '',
        doctype: '<?xml version="1.0" encoding="UTF-8"?><!doctype html>',
      },
    ],
  },
  charsetLate: {
    fails: [[charsetAt(1_025), 'Character set is declared after the first 1024 bytes']],
    passes: [
      charsetAt(1_024),
      WITHOUT_CHARSET,
      { headers: { 'content-type': 'text/html; charset=none' } },
    ],
    doesNotApply: [{}, { ...WITHOUT_CHARSET, charset: '' }],
  },
  doctypeMissing: {
    fails: [[{ doctype: '' }, 'HTML doctype is missing']],
    passes: [{}],
  },
  viewportMissing: {
    fails: [
      [{ viewport: '' }, 'Viewport meta tag is missing'],
      [viewport(' '), 'Viewport meta tag is missing'],
    ],
    passes: [{}],
  },
  viewportZoomBlocked: {
    fails: [
      [viewport('width=device-width, user-scalable=no'), 'Viewport blocks zooming'],
      [viewport('USER-SCALABLE = 0'), 'Viewport blocks zooming'],
      [viewport('width=device-width;maximum-scale=1.99'), 'Viewport blocks zooming'],
    ],
    passes: [
      {},
      viewport('width=device-width, maximum-scale=2'),
      viewport('user-scalable=yes'),
      viewport('maximum-scale=-1'),
    ],
    doesNotApply: [{ viewport: '' }],
  },
  faviconMissing: {
    fails: [
      [{ icon: '' }, 'Favicon link is missing'],
      [{ icon: '<link rel="icon">' }, 'Favicon link is missing'],
      [{ icon: '<link rel="icon" href="">' }, 'Favicon link is missing'],
    ],
    passes: [{}, { icon: '<link rel="shortcut ICON" href="/favicon.ico">' }],
  },
  duplicateIds: {
    fails: [
      [
        { body: '<i id=a></i><i id=a></i><i id=a></i><i id=b></i><i id=b></i>' },
        '2 id attributes are duplicated',
      ],
    ],
    passes: [{}, { body: '<i id=a></i><i id=A></i>' }],
  },
  metaInBody: {
    fails: [[{ body: '<meta name="robots" content="index">' }, 'Meta tags found in the body']],
    passes: [{}, { body: '<meta itemprop="price" content="5">' }],
  },
  formLabelsMissing: {
    fails: [
      [
        { body: '<form><input name=a><select></select><label>B<input></label></form>' },
        '2 form fields have no label',
      ],
    ],
    passes: [{ body: '<input aria-label="Search"><input type=hidden>' }],
    doesNotApply: [{}, { body: '<input type=hidden>' }],
  },
  buttonsNoName: {
    fails: [
      [
        { body: '<button></button><button><svg></svg></button><button>Go</button>' },
        '2 buttons have no accessible name',
      ],
    ],
    passes: [{ body: '<button aria-label="Close"></button><input type=submit>' }],
    doesNotApply: [{}],
  },
  iframesNoTitle: {
    fails: [
      [
        {
          body: '<iframe src="/a"></iframe><iframe title=" "></iframe><iframe title=Map></iframe>',
        },
        '2 iframes have no title',
      ],
    ],
    passes: [{ body: '<iframe title="Map"></iframe>' }],
    doesNotApply: [
      {},
      { body: '<iframe hidden></iframe>' },
      { body: '<iframe width=0 height=0></iframe>' },
      { body: '<div style="display:none"><iframe src="/a"></iframe></div>' },
      { body: '<dialog><iframe src="/a"></iframe></dialog>' },
    ],
  },
  landmarkMainMissing: {
    fails: [[{ whole: '<!doctype html><p>Text</p>' }, 'No main landmark']],
    passes: [{}, { whole: '<!doctype html><section role=main><img></section>' }],
  },
} satisfies Record<
  AuditCheckOf<'document' | 'viewport' | 'icon' | 'markup' | 'accessibility'>,
  CheckCases
>)
