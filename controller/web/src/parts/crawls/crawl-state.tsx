import type { Crawl } from '../../data/crawls.ts'
import { isOver } from '../../data/crawls.ts'
import { CRAWL_STATUS_WORDS } from '../../words/crawls.ts'
import { numberWords } from '../../words/durations.ts'
import { scoreTone } from '../charts/score-ring.tsx'
import { Card } from '../layout/card.tsx'
import { Figure } from '../layout/figure.tsx'
import { Since, Time } from '../time.tsx'
import { pagesNote } from './pages-note.ts'

/** How far a crawl is. */
export function CrawlState({ crawl }: { crawl: Crawl }) {
  const known = crawl.pagesCrawled + crawl.pagesQueued
  const share = Math.min(1, crawl.pagesCrawled / Math.max(1, Math.min(known, crawl.maxPages)))
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        <Figure name="State" value={CRAWL_STATUS_WORDS[crawl.status].title} />
        <Figure
          name="Score"
          value={
            crawl.score === null ? (
              '–'
            ) : (
              <span className={scoreTone(crawl.score)}>{Math.round(crawl.score)}</span>
            )
          }
          note="of 100, its pages on average"
        />
        <Figure
          name="Pages"
          value={numberWords(crawl.pagesCrawled)}
          note={pagesNote(crawl, isOver(crawl))}
        />
        <Figure name="Begun" value={<Time at={crawl.startedAt} />} note={crawl.region} />
        <Figure
          name={isOver(crawl) ? 'Took' : 'Running for'}
          value={
            crawl.startedAt === null ? (
              '–'
            ) : (
              <Since from={crawl.startedAt} to={crawl.finishedAt} isShort />
            )
          }
        />
      </dl>
      {isOver(crawl) ? null : (
        <progress
          aria-label="Progress"
          value={share}
          className="mt-4 block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent-fill [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent-fill"
        />
      )}
      {crawl.error === null ? null : (
        <p role="alert" className="mt-3 text-sm break-words text-down">
          {crawl.error}
        </p>
      )}
    </Card>
  )
}
