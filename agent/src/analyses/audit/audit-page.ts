import type { AuditCheck, AuditResult } from '@sightline/shared/analyses/audit'
import { MAX_AUDIT_TEXT } from '@sightline/shared/analyses/audit'
import type { AuditCheckId } from '@sightline/shared/analyses/audit-checks'
import { AUDIT_CHECK_IDS } from '@sightline/shared/analyses/audit-checks'
import type { Page } from '../../http/page.ts'
import type { PageFacts } from '../../page/facts.ts'
import { printable } from '../../outcome/printable.ts'
import type { AgentRules } from '../../robots/agent-rules.ts'
import { readWords } from '../../text/read-words.ts'
import { issuesOf } from './issues.ts'
import { runCheck } from './run-check.ts'
import { gradeOf } from '../grade.ts'
import { categoryScores, scoreOf, summaryOf } from './score.ts'
import { readSubject } from './subject.ts'

/** The full audit of one page, the same for the one-URL endpoint and for every page of a crawl.
 *  @param rules what the robots.txt of the page's origin says to this crawler
 *  @param words of its text, where somebody has read them already
 *  Source: design of the analyses, "audit"; contract, "Crawl page item" */
export function auditPage(
  page: Page,
  facts: PageFacts,
  rules: AgentRules,
  words = readWords(facts.text.blocks),
): AuditResult {
  const subject = readSubject(page, facts, rules, words)
  const results = AUDIT_CHECK_IDS.map((id) => [id, runCheck(id, subject)])
  const checks = Object.fromEntries(results) as Record<AuditCheckId, AuditCheck>
  const isBroken = page.statusCode !== 200
  const score = scoreOf(checks)
  const { links } = subject
  return {
    url: page.askedUrl,
    fetchedUrl: page.url,
    statusCode: page.statusCode,
    score,
    grade: gradeOf(score),
    issues: isBroken ? ['broken'] : issuesOf(checks),
    title: printable(subject.title, MAX_AUDIT_TEXT),
    metaDescription: printable(subject.description, MAX_AUDIT_TEXT),
    h1: printable(subject.h1, MAX_AUDIT_TEXT),
    wordCount: words.hashes.length,
    internalLinks: links.totals.internal,
    externalLinks: links.totals.external,
    summary: summaryOf(checks),
    categories: categoryScores(checks, isBroken ? 0 : 100),
    checks,
  }
}
