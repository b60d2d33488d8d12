import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { useState } from 'react'
import { analysisQuery } from '../data/analyses.ts'
import { usePageSearch } from '../data/use-search.ts'
import { AccessibilitySection } from '../parts/audit/accessibility-section.tsx'
import { AiSection } from '../parts/audit/ai-section.tsx'
import { CompareBar } from '../parts/audit/compare-bar.tsx'
import { failedChecks } from '../parts/audit/failed-checks.ts'
import { IndexabilitySection } from '../parts/audit/indexability-section.tsx'
import { IssueList } from '../parts/audit/issue-list.tsx'
import { KeywordSection } from '../parts/audit/keyword-section.tsx'
import { Previews } from '../parts/audit/previews.tsx'
import { ScoreCard } from '../parts/audit/score-card.tsx'
import {
  ContentSection,
  LighthouseSection,
  LinksSection,
  RedirectsSection,
  ScreenshotSection,
  SecuritySection,
  StructuredDataSection,
  WaterfallSection,
} from '../parts/audit/sections.tsx'
import { RobotsSection, SitemapSection } from '../parts/audit/site-files.tsx'
import { Button } from '../parts/controls/button.tsx'
import { TextField } from '../parts/controls/text-field.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { Page } from '../parts/layout/page.tsx'
import type { AuditCategory } from '../words/audit.ts'
import { CATEGORY_WORDS } from '../words/audit.ts'

/** A page, looked at from all sides; each analysis arrives when it is ready. `?url=` names the page. */
export default function Audit() {
  const { search, change } = usePageSearch()
  const url = search['url'] ?? ''
  const [typed, setTyped] = useState(url)
  return (
    <Page title="Audit" lead="One page, as search engines, browsers and people meet it.">
      <form
        className="mb-6 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          change({ url: typed.trim() })
        }}
      >
        <TextField
          label="Address of the page"
          placeholder="https://example.com"
          className="min-w-64 flex-1"
          value={typed}
          onChange={setTyped}
          isCode
          autoFocus={url === ''}
        />
        <Button look="primary" type="submit" isDisabled={typed.trim() === ''}>
          Look at it
        </Button>
      </form>
      {url === '' ? (
        <EmptyState icon={<Gauge />} title="No page yet">
          Type an address: its score and what is wrong with it come in seconds, how it looks and
          loads a moment later.
        </EmptyState>
      ) : (
        <Findings key={url} url={url} />
      )}
    </Page>
  )
}

function Findings({ url }: { url: string }) {
  const audit = useQuery(analysisQuery('audit', url))
  const tags = useQuery(analysisQuery('meta-tags', url))
  const [category, setCategory] = useState<AuditCategory | null>(null)
  return (
    <div className="space-y-5">
      <Loaded query={audit}>
        {(result) => (
          <>
            <ScoreCard audit={result} category={category} onPick={setCategory} />
            <CompareBar url={url} audit={result} />
            <IssueList
              title={category === null ? 'What is wrong' : CATEGORY_WORDS[category]}
              issues={failedChecks(result.checks, category)}
            />
          </>
        )}
      </Loaded>
      {audit.data === undefined ? null : (
        <>
          <Loaded query={tags}>{(result) => <Previews tags={result} />}</Loaded>
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <div className="space-y-5">
              <ScreenshotSection url={url} />
              <KeywordSection url={url} />
              <AiSection url={url} />
              <RobotsSection url={url} />
              <SitemapSection url={url} />
            </div>
            <div className="space-y-5">
              <IndexabilitySection url={url} />
              <SecuritySection url={url} />
              <ContentSection url={url} />
              <AccessibilitySection url={url} />
              <LinksSection url={url} />
              <StructuredDataSection url={url} />
              <RedirectsSection url={url} />
            </div>
          </div>
          <WaterfallSection url={url} />
          <LighthouseSection url={url} />
        </>
      )}
    </div>
  )
}
