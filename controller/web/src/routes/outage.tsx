import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft, HandHelping } from 'lucide-react'
import type { Story } from '../data/wire.ts'
import { acknowledge, outageQuery } from '../data/outages.ts'
import { usePermissions } from '../data/me.ts'
import { Button } from '../parts/controls/button.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { tellFailure } from '../parts/feedback/toasts.tsx'
import { Card } from '../parts/layout/card.tsx'
import { Page } from '../parts/layout/page.tsx'
import { courseOf } from '../parts/outages/course-events.ts'
import { Course } from '../parts/outages/course.tsx'
import { Evidence, GoodAndBad } from '../parts/outages/evidence.tsx'
import { MuteMenu } from '../parts/outages/mute-menu.tsx'
import { Notes } from '../parts/outages/notes.tsx'
import { Screenshot } from '../parts/outages/screenshot.tsx'
import { TracePaths } from '../parts/outages/trace-path.tsx'
import { VerdictCard } from '../parts/outages/verdict-card.tsx'
import { StatusMark } from '../parts/status/status-mark.tsx'
import { Since, Time, TimeSpan } from '../parts/time.tsx'

/** An outage as a story: what happened, why, on what evidence, and who was told. */
export default function OutagePage() {
  const { outageId = '' } = useParams({ strict: false })
  const query = useQuery(outageQuery(outageId))
  const { manageMonitoring } = usePermissions()
  const outage = query.data?.outage
  return (
    <Page
      title={outage === undefined ? 'Outage' : `Outage of ${outage.monitor.name}`}
      above={
        <Link to="/outages" className="inline-flex items-center gap-1 hover:text-ink">
          <ChevronLeft aria-hidden className="size-4" />
          Outages
        </Link>
      }
      lead={
        outage === undefined ? null : (
          <Link
            to="/monitors/$monitorId"
            params={{ monitorId: outage.monitor.id }}
            className="break-all hover:text-accent"
          >
            {outage.monitor.url}
          </Link>
        )
      }
      actions={outage?.ongoing === true && manageMonitoring ? <Actions outage={outage} /> : null}
    >
      <Loaded query={query}>{(story) => <Told story={story} mayWrite={manageMonitoring} />}</Loaded>
    </Page>
  )
}

/** What can be done about it, until somebody has it in hand. */
function Actions({ outage: { id, acknowledged, mutedUntil } }: { outage: Story['outage'] }) {
  if (acknowledged !== null) return null
  return (
    <>
      <MuteMenu id={id} isMuted={mutedUntil !== null} />
      <TakeInHand id={id} />
    </>
  )
}

function TakeInHand({ id }: { id: string }) {
  const queries = useQueryClient()
  const take = useMutation({
    mutationFn: () => acknowledge(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['outages'] }),
    onError: tellFailure,
  })
  return (
    <Button look="primary" isPending={take.isPending} onPress={() => take.mutate()}>
      <HandHelping aria-hidden />I have it in hand
    </Button>
  )
}

function Told({ story, mayWrite }: { story: Story; mayWrite: boolean }) {
  const { outage, analysis, notes } = story
  return (
    <div className="space-y-5">
      <Card>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <StatusMark status={outage.ongoing ? 'down' : 'up'} isNamed className="size-5" />
          <span className="text-base font-semibold">
            {outage.ongoing ? 'Down for ' : 'Was down for '}
            <Since from={outage.startedAt} to={outage.endedAt} />
          </span>
          <span className="text-ink-soft">
            {outage.endedAt === null ? (
              <>
                since <Time at={outage.startedAt} form="full" />
              </>
            ) : (
              <>
                from <TimeSpan from={outage.startedAt} to={outage.endedAt} form="full" />
              </>
            )}
          </span>
        </p>
        <p className="mt-2 max-w-prose text-sm break-words">{outage.summary}</p>
        <p className="mt-1 text-xs text-ink-faint">
          {outage.scope === 'global' ? 'Seen from ' : 'Only from '}
          {outage.regions.join(', ')}.
          {outage.acknowledged === null ? '' : ` ${outage.acknowledged.by.name} has it in hand.`}
          {outage.mutedUntil === null ? null : (
            <>
              {' '}
              Nobody is told again before <Time at={outage.mutedUntil} />.
            </>
          )}
        </p>
      </Card>
      {analysis.verdict === null ? null : (
        <VerdictCard verdict={analysis.verdict} alternatives={analysis.alternatives} />
      )}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <Course events={courseOf(story)} />
          <Notes outageId={outage.id} notes={notes} mayWrite={mayWrite} />
        </div>
        <div className="min-w-0 space-y-5">
          <Screenshot outageId={outage.id} screenshot={story.screenshot} />
          <GoodAndBad lastGood={analysis.lastGood} firstBad={analysis.firstBad} />
          <TracePaths evidence={analysis.evidence} />
          <Evidence evidence={analysis.evidence} />
          {analysis.related.length === 0 ? null : (
            <Card title="Down at the same time" isFlush>
              <ul>
                {analysis.related.map(({ monitorId, reason }) => (
                  <li key={monitorId} className="border-t border-line">
                    <Link
                      to="/monitors/$monitorId"
                      params={{ monitorId }}
                      className="block px-4 py-2.5 text-sm break-words hover:bg-hover"
                    >
                      {reason}
                    </Link>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </div>
      </div>
    </div>
  )
}
