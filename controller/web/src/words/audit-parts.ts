import type { AuditPartName } from '../../../src/audits/parts.ts'

/** What the parts of an audit are called where they are shown. */
export const PART_WORDS: Readonly<Record<AuditPartName, string>> = {
  audit: 'What is wrong',
  'meta-tags': 'How it is shared',
  'screenshot-desktop': 'How it looks',
  'screenshot-mobile': 'How it looks',
  'keyword-density': 'Keywords',
  'ai-readiness': 'AI readiness',
  'robots-txt': 'robots.txt',
  sitemap: 'Sitemap',
  indexability: 'In search results',
  'security-headers': 'Security headers',
  content: 'Content',
  accessibility: 'Accessibility',
  links: 'Links',
  'structured-data': 'Structured data',
  'redirect-chains': 'Redirects',
  waterfall: 'How it loads',
  'lighthouse-mobile': 'Lighthouse',
  'lighthouse-desktop': 'Lighthouse',
}
