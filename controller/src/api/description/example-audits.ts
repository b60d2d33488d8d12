import { analysisExample } from './analyses/example.ts'
import type { ToldOperations } from './told.ts'

const part = { result: { ...analysisExample('lighthouse'), region: 'eu-west' } }

/** What is told of audits that are kept. */
export const AUDIT_EXAMPLES: ToldOperations = {
  createAudit: {
    request: { url: 'https://example.com/' },
    answer: { parts: ['audit'], figures: { failedChecks: 7, words: 412 } },
  },
  addAuditPart: { request: { part: 'lighthouse-mobile' }, answer: part },
  readAuditPart: { answer: part },
}
