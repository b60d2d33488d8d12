import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Graph } from '../../data/crawls.ts'
import { crawlGraphQuery } from '../../data/crawls.ts'
import { numberWords } from '../../words/durations.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { late } from '../late.tsx'
import { Card } from '../layout/card.tsx'

/** Loaded when somebody looks at the picture, where the browser can draw it. */
const LinkGraph = late(
  async () => {
    const drawn = await import('../charts/link-graph.tsx')
    return drawn.canDraw() ? drawn.LinkGraph : NoPicture
  },
  <Skeleton className="h-[32rem]" />,
)

function NoPicture() {
  return (
    <p className="px-4 py-8 text-center text-sm text-ink-soft">
      This browser cannot draw the picture, as it has no WebGL. The tab “Pages” says the same.
    </p>
  )
}

const LEGEND = [
  { name: 'Start page', look: 'bg-up' },
  { name: 'Page', look: 'bg-accent' },
  { name: 'Redirects', look: 'bg-degraded' },
  { name: 'Broken', look: 'bg-down' },
] as const

/** The site as a picture. */
export function GraphTab({ jobId }: { jobId: string }) {
  const query = useQuery(crawlGraphQuery(jobId))
  return (
    <Loaded query={query}>
      {(graph) =>
        graph.pages.length === 0 ? (
          <EmptyState title="The link graph is not made yet">
            It is, as soon as some pages were read.
          </EmptyState>
        ) : (
          <Picture jobId={jobId} graph={graph} />
        )
      }
    </Loaded>
  )
}

function Picture({ jobId, graph }: { jobId: string; graph: Graph }) {
  const navigate = useNavigate()
  const { pages, links, totalPages, truncated } = graph
  return (
    <Card isFlush>
      <LinkGraph
        pages={pages}
        links={links}
        onPick={(url) =>
          void navigate({
            to: '/crawls/$jobId/page',
            params: { jobId },
            search: { url } as never,
          })
        }
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-2.5 text-xs text-ink-soft">
        <ul aria-label="Colours" className="flex flex-wrap gap-x-4 gap-y-1">
          {LEGEND.map(({ name, look }) => (
            <li key={name} className="flex items-center gap-1.5">
              <span aria-hidden className={`size-2.5 rounded-full ${look}`} />
              {name}
            </li>
          ))}
          <li>The larger, the more its links are worth. The tab “Pages” says the same in words.</li>
        </ul>
        {pages.length < totalPages || truncated ? (
          <p className="text-ink-faint">
            The {numberWords(pages.length)} of highest PageRank, of {numberWords(totalPages)}
            {truncated ? ', with the first 20,000 links' : ''}.
          </p>
        ) : null}
      </div>
    </Card>
  )
}
