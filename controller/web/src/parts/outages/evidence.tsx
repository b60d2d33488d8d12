import type { Story } from '../../data/wire.ts'
import { responseWords } from '../../words/durations.ts'
import { classes } from '../class-names.ts'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'
import { Scrolling } from '../layout/scrolling.tsx'

type Analysis = Story['analysis']
type Check = NonNullable<Analysis['firstBad']>

const ROWS: readonly (readonly [string, (check: Check) => string | number])[] = [
  ['Location', ({ region }) => region],
  ['Found', ({ status }) => status],
  ['Status code', ({ statusCode }) => statusCode ?? '–'],
  ['Response', ({ responseMs }) => responseWords(responseMs)],
  ['Address', ({ ip }) => ip ?? '–'],
  ['Error', ({ error }) => error ?? 'none'],
]

/** The last good check beside the first bad one: what changed. */
export function GoodAndBad({ lastGood, firstBad }: Pick<Analysis, 'lastGood' | 'firstBad'>) {
  if (firstBad === null) return null
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
            <tr className="border-t border-line align-top">
              <RowHead>When</RowHead>
              <td className="px-4 py-2">
                {lastGood === null ? (
                  <span className="text-ink-faint">No check passed before.</span>
                ) : (
                  <Time at={lastGood.at} form="full" />
                )}
              </td>
              <td className="px-4 py-2">
                <Time at={firstBad.at} form="full" />
              </td>
            </tr>
            {ROWS.map(([name, show]) => {
              const [good, bad] = [lastGood === null ? '–' : show(lastGood), show(firstBad)]
              const hasChanged = lastGood !== null && good !== bad
              return (
                <tr key={name} className="border-t border-line align-top">
                  <RowHead>{name}</RowHead>
                  <td className="px-4 py-2 wrap-anywhere">{good}</td>
                  <td
                    className={classes(
                      'px-4 py-2 wrap-anywhere',
                      hasChanged && 'bg-down-soft font-medium',
                    )}
                  >
                    {bad}
                    {hasChanged ? <span className="sr-only"> (changed)</span> : null}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </Scrolling>
    </Card>
  )
}

function RowHead({ children }: { children: React.ReactNode }) {
  return (
    <th scope="row" className="px-4 py-2 text-left text-xs font-medium text-ink-faint">
      {children}
    </th>
  )
}

/** Everything that was seen, beside what would be there if all were well. */
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
            <span className="mt-0.5 grid grid-cols-1 gap-x-6 gap-y-0.5 text-xs sm:grid-cols-2">
              <span className="min-w-0 break-words text-ink-soft">{observed}</span>
              {expected === null ? null : (
                <span className="min-w-0 break-words text-ink-faint">
                  <span className="font-medium">Expected:</span> {expected}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
