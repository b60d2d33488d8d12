import type { Story } from '../../data/wire.ts'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'

/** What the page showed when it was found to fail; larger in a tab of its own. */
export function Screenshot({
  outageId,
  screenshot,
}: {
  outageId: string
  screenshot: Story['screenshot']
}) {
  if (screenshot === null) return null
  const { takenAt, region, shownUrl, statusCode, width, height, error } = screenshot
  const source = `/api/v1/outages/${encodeURIComponent(outageId)}/screenshot`
  return (
    <Card title="What the page showed">
      {error !== null || takenAt === null || width === null || height === null ? (
        <p className="text-sm break-words text-ink-soft">
          {error === null ? 'A picture of it is being taken.' : `There is no picture. ${error}`}
        </p>
      ) : (
        <figure>
          <a
            href={source}
            target="_blank"
            rel="noreferrer"
            className="block overflow-hidden rounded-lg border border-line"
          >
            <img
              src={source}
              width={width}
              height={height}
              loading="lazy"
              alt={`The page as a browser in ${region ?? 'a location'} was shown it. Opens larger in a new tab.`}
              className="h-auto w-full"
            />
          </a>
          <figcaption className="mt-2 text-xs break-all text-ink-soft">
            <span className="break-normal">
              From {region}, <Time at={takenAt} form="full" />, status {statusCode}:
            </span>{' '}
            {shownUrl}
          </figcaption>
        </figure>
      )}
    </Card>
  )
}
