import type { AnalysisOf } from '../../data/analyses.ts'
import { byteWords, countWords, responseWords } from '../../words/durations.ts'
import { classes } from '../class-names.ts'
import { Scrolling } from '../layout/scrolling.tsx'
import { Filmstrip } from './filmstrip.tsx'
import { lengthOf, shareOf, spanOf } from './waterfall-geometry.ts'

const COLOURS: Readonly<Record<string, string>> = {
  Document: 'bg-accent-fill',
  Stylesheet: 'bg-unknown',
  Script: 'bg-degraded',
  Image: 'bg-up',
  Font: 'bg-maintenance',
}

/** What stands at the end of an address. */
function nameOf(url: string): string {
  const { host, pathname } = URL.parse(url) ?? { host: url, pathname: '' }
  const last = pathname.split('/').findLast((part) => part !== '')
  return last ?? host
}

/** Requests of a load over one axis of time. */
export function Waterfall({ load }: { load: AnalysisOf<'waterfall'> }) {
  const { firstByteMs, domContentLoadedMs, loadMs } = load.timings
  const lengthMs = lengthOf(load.requests, [domContentLoadedMs, loadMs])
  // Audits that were kept before have none.
  const frames = load.filmstrip ?? []
  const milestones = [
    { name: 'First byte', ms: firstByteMs, colour: 'bg-unknown' },
    { name: 'Document read', ms: domContentLoadedMs, colour: 'bg-degraded' },
    { name: 'Loaded', ms: loadMs, colour: 'bg-accent-fill' },
  ]
  return (
    <>
      <p className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft">
        {milestones.map(({ name, ms, colour }) => (
          <span key={name}>
            <span
              aria-hidden
              className={classes('mr-1.5 inline-block h-3 w-0.5 align-middle', colour)}
            />
            {name} <strong className="numbers font-semibold text-ink">{responseWords(ms)}</strong>
          </span>
        ))}
        <span>
          {countWords(load.totalRequests, 'request')}, {byteWords(load.totalTransferBytes)}
        </span>
      </p>
      <Scrolling label="Table: Requests">
        <table className="w-full min-w-[30rem] table-fixed sm:min-w-[36rem] text-xs">
          <caption className="sr-only">Requests of the load, in their order</caption>
          <colgroup>
            {/* On a phone some of the bars are to be seen, so that people find the others. */}
            <col className="w-24 sm:w-44" />
            <col className="w-9 sm:w-12" />
            <col className="w-17 sm:w-20" />
            <col />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">File</th>
              <th scope="col">Status</th>
              <th scope="col">Size</th>
              <th scope="col">From, and for how long</th>
            </tr>
          </thead>
          <tbody>
            {frames.length === 0 ? null : (
              <tr>
                <th colSpan={3} scope="row">
                  <span className="sr-only">How the page came to look</span>
                </th>
                <td className="pb-2">
                  <Filmstrip frames={frames} lengthMs={lengthMs} />
                </td>
              </tr>
            )}
            {load.requests.map((request, index) => {
              const span = spanOf(request, lengthMs)
              const isBad = request.error !== null || (request.statusCode ?? 0) >= 400
              return (
                // A page can ask for one address twice.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={index} className="border-t border-line">
                  <th
                    scope="row"
                    title={request.url}
                    className={classes(
                      'truncate py-1 pr-2 text-left font-normal',
                      isBad && 'text-down',
                    )}
                  >
                    {nameOf(request.url)}
                  </th>
                  <td className={classes('py-1', isBad ? 'text-down' : 'text-ink-faint')}>
                    {request.statusCode ?? 'failed'}
                  </td>
                  <td className="py-1 pr-2 text-right text-ink-faint">
                    {byteWords(request.transferSize)}
                  </td>
                  <td className="relative py-1">
                    {milestones.map(({ name, ms, colour }) =>
                      ms === null ? null : (
                        <span
                          key={name}
                          aria-hidden
                          className={classes('absolute inset-y-0 w-px opacity-60', colour)}
                          style={{ left: `${shareOf(ms, lengthMs) * 100}%` }}
                        />
                      ),
                    )}
                    <span
                      aria-hidden
                      className={classes(
                        'absolute inset-y-1.5 rounded-sm',
                        COLOURS[request.resourceType] ?? 'bg-line-strong',
                      )}
                      style={{ left: `${span.x * 100}%`, width: `${span.width * 100}%` }}
                    />
                    <span className="sr-only">
                      {responseWords(request.startTime)}, {responseWords(request.duration)}
                    </span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </Scrolling>
    </>
  )
}
