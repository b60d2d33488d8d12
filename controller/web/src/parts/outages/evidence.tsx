import type { Story } from '../../data/outages.ts'
import { responseWords } from '../../words/durations.ts'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'
import { Scrolling } from '../layout/scrolling.tsx'

type Analysis = Story['analysis']
type Check = NonNullable<Analysis['firstBad']>

/** The last good check beside the first bad one: what changed. */
export function GoodAndBad({ lastGood, firstBad }: Pick<Analysis, 'lastGood' | 'firstBad'>) {
  if (lastGood === null || firstBad === null) return null
  const rows: readonly (readonly [string, (check: Check) => React.ReactNode])[] = [
    ['When', ({ at }) => <Time at={at} form="full" />],
    ['Location', ({ region }) => region],
    ['Status code', ({ statusCode }) => statusCode ?? '–'],
    ['Response', ({ responseMs }) => responseWords(responseMs)],
    ['Address', ({ ip }) => ip ?? '–'],
    ['Error', ({ error }) => error ?? 'none'],
  ]
  return (
    <Card title="Before and after" isFlush>
      <Scrolling label="Table: Before and after">
        <table className="w-full text-sm">
          <caption className="sr-only">The last good check and the first bad one</caption>
          <thead className="text-xs text-ink-faint">
            <tr>
              <td>
                <span className="sr-only">What</span>
              </td>
              <th scope="col" className="px-4 py-2 text-left font-medium text-up">
                Last good
              </th>
              <th scope="col" className="px-4 py-2 text-left font-medium text-down">
                First bad
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, show]) => (
              <tr key={name} className="border-t border-line align-top">
                <th scope="row" className="px-4 py-2 text-left text-xs font-medium text-ink-faint">
                  {name}
                </th>
                <td className="px-4 py-2 break-words">{show(lastGood)}</td>
                <td className="px-4 py-2 break-words">{show(firstBad)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </Card>
  )
}

/** Everything that was seen. */
export function Evidence({ evidence }: Pick<Analysis, 'evidence'>) {
  return (
    <Card title="Evidence" isFlush>
      <ul>
        {evidence.map(({ kind, title, region, at, observed, expected }, index) => (
          // One kind can be there several times.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${kind} ${index}`} className="border-t border-line px-4 py-3 text-sm">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium break-words">{title}</span>
              <span className="text-xs text-ink-faint">
                {region === null ? '' : `${region}, `}
                <Time at={at} />
              </span>
            </span>
            <span className="block text-xs break-words text-ink-soft">{observed}</span>
            {expected === null ? null : (
              <span className="block text-xs break-words text-ink-faint">Expected: {expected}</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
