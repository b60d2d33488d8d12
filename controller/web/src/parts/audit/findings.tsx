import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditSource } from '../../data/audits.ts'
import { auditQuery, partQuery } from '../../data/audits.ts'
import { usePageSearch } from '../../data/use-search.ts'
import type { AuditCategory } from '../../words/audit.ts'
import { CATEGORY_WORDS } from '../../words/audit.ts'
import { Loaded } from '../feedback/loaded.tsx'
import { AccessibilitySection } from './accessibility-section.tsx'
import { AiSection } from './ai-section.tsx'
import { AuditBar } from './audit-bar.tsx'
import { Compared } from './compared.tsx'
import { EarlierAudits } from './earlier-audits.tsx'
import { failedChecks } from './failed-checks.ts'
import { IndexabilitySection } from './indexability-section.tsx'
import { IssueList } from './issue-list.tsx'
import { KeywordSection } from './keyword-section.tsx'
import { LighthouseSection } from './lighthouse-section.tsx'
import { LinksSection } from './links-section.tsx'
import { NotKept } from './not-kept.tsx'
import { Previews } from './previews.tsx'
import { RedirectsSection } from './redirects-section.tsx'
import { ScoreCard } from './score-card.tsx'
import { hasPart } from './section.tsx'
import { ContentSection, ScreenshotSection, WaterfallSection } from './sections.tsx'
import { SecuritySection } from './security-section.tsx'
import { RobotsSection, SitemapSection } from './site-files.tsx'
import { StructuredDataSection } from './structured-data-section.tsx'

/** Everything that an audit found, the verdict first.
 *  @param isLive it goes on: what is not there yet is looked at */
export function Findings({ id, isLive }: { id: string; isLive: boolean }) {
  const query = useQuery(auditQuery(id))
  return <Loaded query={query}>{(audit) => <Found source={{ audit, isLive }} />}</Loaded>
}

function Found({ source }: { source: AuditSource }) {
  const query = useQuery(partQuery(source, 'audit'))
  const { search } = usePageSearch()
  const [category, setCategory] = useState<AuditCategory | null>(null)
  const other = search['with'] ?? ''
  return (
    <div className="space-y-5">
      <Loaded query={query}>
        {(result) => (
          <>
            <ScoreCard audit={result} category={category} onPick={setCategory} />
            <AuditBar source={source} />
            {other === '' || other === source.audit.id ? null : (
              <Compared source={source} other={other} />
            )}
            <IssueList
              title={category === null ? 'What is wrong' : CATEGORY_WORDS[category]}
              issues={failedChecks(result.checks, category)}
            />
            <Sides source={source} />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** The other sides of the page, each as it arrives. */
function Sides({ source }: { source: AuditSource }) {
  return (
    <>
      {hasPart(source, 'meta-tags') ? <Shared source={source} /> : null}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="space-y-5">
          <ScreenshotSection source={source} />
          <KeywordSection source={source} />
          <AiSection source={source} />
          <RobotsSection source={source} />
          <SitemapSection source={source} />
        </div>
        <div className="space-y-5">
          <IndexabilitySection source={source} />
          <SecuritySection source={source} />
          <ContentSection source={source} />
          <AccessibilitySection source={source} />
          <LinksSection source={source} />
          <StructuredDataSection source={source} />
          <RedirectsSection source={source} />
        </div>
      </div>
      <WaterfallSection source={source} />
      <LighthouseSection source={source} />
      <EarlierAudits audit={source.audit} />
      {source.isLive ? null : <NotKept audit={source.audit} />}
    </>
  )
}

function Shared({ source }: { source: AuditSource }) {
  const query = useQuery(partQuery(source, 'meta-tags'))
  return <Loaded query={query}>{(tags) => <Previews tags={tags} />}</Loaded>
}
