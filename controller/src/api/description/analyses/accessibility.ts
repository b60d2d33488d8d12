import type { AnalysisWords } from './words.ts'

export const ACCESSIBILITY_WORDS: AnalysisWords<'accessibility'> = {
  summary: 'Check a page for accessibility',
  description:
    'By the rules of axe-core, in the agent’s browser, on the page as it is delivered: its scripts do not run, its style sheets are not applied, nothing it names is loaded, and rules that need a layout are named in notTested. Where there is no browser, or it has no time for the page, and for pages over 1.5 MB or 6,000 elements, a smaller set of rules of our own judges; engine says which.',
  example: {
    url: 'https://example.com/',
    fetchedUrl: 'https://www.example.com/',
    statusCode: 200,
    score: 94,
    grade: 'A',
    engine: 'axe-core 4.14.1',
    summary: {
      violations: 1,
      passes: 2,
      incomplete: 0,
      inapplicable: 92,
      critical: 1,
      serious: 0,
      moderate: 0,
      minor: 0,
    },
    violations: [
      {
        id: 'image-alt',
        impact: 'critical',
        description:
          'Ensure <img> elements have alternative text or a role of none or presentation',
        help: 'Images must have alternative text',
        helpUrl: 'https://dequeuniversity.com/rules/axe/4.14/image-alt?application=axeAPI',
        tags: ['cat.text-alternatives', 'wcag2a', 'wcag111'],
        wcag: ['1.1.1'],
        count: 1,
        nodes: [
          {
            html: '<img src="/logo.svg">',
            target: 'html > body > header:nth-of-type(1) > img:nth-of-type(1)',
            summary: 'Fix any of the following:\n  Element does not have an alt attribute',
          },
        ],
      },
    ],
    incomplete: [],
    passes: ['document-title', 'html-has-lang'],
    notTested: ['color-contrast', 'target-size'],
  },
}
