import { AUDIT_CHECK_IDS, AUDIT_CHECKS } from '@sightline/shared/analyses/audit-checks'
import { EXAMPLE_AUDIT } from './audit-example.ts'
import type { AnalysisWords } from './words.ts'

const TOTAL = AUDIT_CHECK_IDS.length

/** All checks, as Markdown. */
const CHECK_TABLE = [
  '| Check | Severity | Weight | Category | Why |',
  '|---|---|---|---|---|',
  ...Object.entries(AUDIT_CHECKS).map(
    ([id, { severity, weight, category, message }]) =>
      `| ${id} | ${severity} | ${weight} | ${category} | ${message} |`,
  ),
].join('\n')

export const AUDIT_WORDS: AnalysisWords<'audit'> = {
  summary: 'Audit a page in full',
  description: `Asks ${TOTAL} questions about one page: its titles, text, links, images, delivery, markup and what search engines are told. Checks that make no sense on a page do not apply and do not count. A page whose status is not 200 is not judged: score 0, grade F, issues ["broken"]. Of an answer that is not HTML only what holds for any answer is judged. A page is never compared with others here: duplicates and orphans are found by a crawl, whose pages carry this same audit. robots.txt is read for Sightline; directives for all crawlers and for Googlebot count. Readability is judged on texts in English, mixed content and image formats by their addresses.\n\n${CHECK_TABLE}`,
  told: EXAMPLE_AUDIT,
}
