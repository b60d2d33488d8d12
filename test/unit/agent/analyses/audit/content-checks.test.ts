import type { AuditCheckOf } from '@sightline/shared/analyses/audit-checks'
import type { CheckCases } from '../../../../helpers/audited-page.ts'
import { testChecks } from '../../../../helpers/audited-page.ts'

const title = (n: number) => ({ title: `<title>${'t'.repeat(n)}</title>` })
const description = (n: number) => ({
  description: `<meta name="description" content="${'d'.repeat(n)}">`,
})
const h1 = (n: number) => ({ headings: `<h1>${'h'.repeat(n)}</h1><h2>b</h2>` })
const words = (n: number) => ({
  whole: `<!doctype html><title>Words</title><p>${'word '.repeat(n)}</p>`,
})
/** Text of `n` bytes in HTML of 1,000. */
const ratio = (n: number) => ({
  whole: `<!doctype html><p>${'x'.repeat(n)}</p><!--${'-'.repeat(1_000 - 29 - n)}-->`,
})
const RUSSIAN = `<p>${'Выразительность учреждения определяется последовательностью. '.repeat(40)}</p>`
const HARD = `<p>${'Notwithstanding aforementioned considerations, organizational interoperability necessitates comprehensive institutionalization. '.repeat(15)}</p>`
const NO_HEADINGS = { headings: '' }

testChecks({
  titleMissing: {
    fails: [
      [{ title: '' }, 'Title tag is missing or empty'],
      [{ title: '<title> \n </title>' }, 'Title tag is missing or empty'],
      [{ title: '<svg><title>Icon</title></svg>' }, 'Title tag is missing or empty'],
    ],
    passes: [{}, title(1)],
  },
  titleTooShort: {
    fails: [
      [title(1), 'Title is too short (1 character, recommended 30-60)'],
      [title(29), 'Title is too short (29 characters, recommended 30-60)'],
      // Astral characters count once.
      [
        { title: `<title>${'🌳'.repeat(20)}</title>` },
        'Title is too short (20 characters, recommended 30-60)',
      ],
      [
        { title: '<title>木の通販 Trees</title>' },
        'Title is too short (10 characters as wide as 14, recommended 30-60)',
      ],
    ],
    // Letters of Chinese, Japanese and Korean are shown twice as wide.
    passes: [
      title(30),
      title(200),
      { title: `<title>${'日本語のページ한국어'.repeat(2)}</title>` },
    ],
    doesNotApply: [{ title: '' }],
  },
  titleTooLong: {
    fails: [
      [title(61), 'Title is too long (61 characters, recommended 30-60)'],
      [
        { title: `<title>${'木'.repeat(31)}</title>` },
        'Title is too long (31 characters as wide as 62, recommended 30-60)',
      ],
    ],
    passes: [title(60), title(1)],
    doesNotApply: [{ title: '' }],
  },
  titleMultiple: {
    fails: [[{ head: '<title>b</title><title>c</title>' }, 'Page has 3 title tags']],
    passes: [{}, { body: '<svg><title>Icon</title></svg>' }],
    doesNotApply: [{ title: '' }],
  },
  metaDescriptionMissing: {
    fails: [
      [{ description: '' }, 'Meta description is missing'],
      [description(0), 'Meta description is missing'],
      [{ description: '<meta name="description">' }, 'Meta description is missing'],
    ],
    passes: [{}, { description: '<META NAME="Description" CONTENT="x">' }],
  },
  metaDescriptionTooShort: {
    fails: [[description(69), 'Meta description is too short (69 characters, recommended 70-160)']],
    passes: [description(70), description(500)],
    doesNotApply: [{ description: '' }],
  },
  metaDescriptionTooLong: {
    fails: [
      [description(161), 'Meta description is too long (161 characters, recommended 70-160)'],
      [
        { description: `<meta name="description" content="${'木'.repeat(81)}">` },
        'Meta description is too long (81 characters as wide as 162, recommended 70-160)',
      ],
    ],
    passes: [description(160), description(1)],
    doesNotApply: [{ description: '' }],
  },
  metaDescriptionMultiple: {
    fails: [[{ head: '<meta name=description content=b>' }, 'Page has 2 meta descriptions']],
    passes: [{}],
    doesNotApply: [{ description: '' }],
  },
  titleEqualsH1: {
    fails: [
      [{ headings: '<h1>Garden  TREES from our own nursery</h1>' }, 'Title and H1 are identical'],
    ],
    passes: [{}],
    doesNotApply: [NO_HEADINGS, { title: '' }],
  },
  h1Missing: {
    fails: [
      [NO_HEADINGS, 'H1 heading is missing'],
      [{ headings: '<h1> </h1><h2>b</h2>' }, 'H1 heading is missing'],
    ],
    passes: [{}, { headings: '<h1><img src=a alt="Logo"></h1>' }],
  },
  h1Multiple: {
    fails: [[{ headings: '<h1>a</h1><h1>b</h1>' }, 'Page has 2 H1 headings']],
    passes: [{}],
    doesNotApply: [NO_HEADINGS],
  },
  h1TooLong: {
    fails: [[h1(71), 'H1 is too long (71 characters)']],
    passes: [h1(70)],
    doesNotApply: [NO_HEADINGS],
  },
  headingOrder: {
    fails: [
      [
        { headings: '<h1>a</h1><h3>b</h3><h6>c</h6>' },
        'Heading levels are skipped (H1 followed by H3)',
      ],
    ],
    passes: [{}, { headings: '<h3>a</h3><h1>b</h1><h2>c</h2><h3>d</h3><h1>e</h1>' }],
    doesNotApply: [NO_HEADINGS, { headings: '<h4>a</h4>' }],
  },
  headingEmpty: {
    fails: [[{ headings: '<h1>a</h1><h2></h2><h2><b> </b></h2>' }, '2 headings are empty']],
    passes: [{}],
    doesNotApply: [NO_HEADINGS],
  },
  h2Missing: {
    fails: [[{ headings: '<h1>a</h1>' }, 'No H2 headings found']],
    passes: [{}],
  },
  wordCountLow: {
    fails: [
      [words(299), 'Thin content: only 299 words in the body (recommended at least 300)'],
      [words(0), 'Thin content: only 0 words in the body (recommended at least 300)'],
    ],
    passes: [words(300)],
  },
  textRatioLow: {
    fails: [
      [ratio(0), 'Text to HTML ratio is low (0%)'],
      [ratio(99), 'Text to HTML ratio is low (9.9%)'],
    ],
    passes: [ratio(100)],
    doesNotApply: [{ whole: '' }],
  },
  loremIpsum: {
    fails: [
      [
        { body: '<p>Lorem ipsum dolor sit amet, consectetur.</p>' },
        'Placeholder text (lorem ipsum) found',
      ],
    ],
    passes: [{}, { body: '<script>"lorem ipsum dolor sit amet"</script>' }],
  },
  readabilityHard: {
    fails: [[{ text: HARD }, 'Text is hard to read (Flesch reading ease -256.01)']],
    passes: [{}, { html: '<html>' }],
    doesNotApply: [
      { text: '<p>A short text.</p>' },
      { text: RUSSIAN, html: '<html>' },
      { text: HARD, html: '<html lang="de-AT">' },
      { text: HARD.replaceAll('p>', 'td>') },
    ],
  },
} satisfies Record<AuditCheckOf<'title' | 'metaDescription' | 'headings' | 'text'>, CheckCases>)
