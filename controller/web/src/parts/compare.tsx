import { ArrowRight, Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import type { CompareRow, Verdict } from './compare-row.ts'
import { Scrolling } from './layout/scrolling.tsx'

const VERDICTS = {
  better: { text: 'Better', look: 'bg-up-soft text-up', Icon: Check },
  worse: { text: 'Worse', look: 'bg-down-soft text-down', Icon: TriangleAlert },
  same: { text: 'Same', look: 'bg-sunken text-ink-faint', Icon: null },
  other: { text: 'Other', look: 'bg-sunken text-ink-soft', Icon: ArrowRight },
} as const

/** A phone has room for all four columns without much around them. */
const CELL = 'px-2 py-2 text-right sm:px-3'
const FIRST = 'py-2 pr-2 pl-4 text-left sm:pr-4'
const LAST = 'py-2 pr-4 pl-2 text-right sm:pl-4'

/** Two things side by side: a row a metric, with what the difference means. */
export function Compare({
  caption,
  names,
  rows,
}: {
  caption: string
  /** Of the two, the earlier first. */
  names: readonly [ReactNode, ReactNode]
  rows: readonly CompareRow<ReactNode>[]
}) {
  return (
    <Scrolling label={`Table: ${caption}`}>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-xs text-ink-faint">
          <tr>
            <th scope="col" className={`${FIRST} font-medium`}>
              Figure
            </th>
            {names.map((name, place) => (
              <th
                key={place === 0 ? 'before' : 'after'}
                scope="col"
                className={`${CELL} min-w-16 font-medium wrap-anywhere sm:min-w-20`}
              >
                {name}
              </th>
            ))}
            <th scope="col" className={`${LAST} font-medium`}>
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, before, after, verdict, told }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className={`${FIRST} font-medium break-words`}>
                {name}
              </th>
              <td className={`${CELL} numbers whitespace-nowrap text-ink-soft`}>{before}</td>
              <td className={`${CELL} numbers whitespace-nowrap`}>{after}</td>
              <td className={`${LAST} whitespace-nowrap`}>
                <VerdictChip verdict={verdict} told={told} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

/** What a difference means, in a word and with a sign. */
export function VerdictChip({ verdict, told }: { verdict: Verdict; told?: string | undefined }) {
  const { text, look, Icon } = VERDICTS[verdict]
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 rounded-md px-2 py-0.5 text-xs font-semibold',
        look,
      )}
    >
      {Icon === null ? null : <Icon aria-hidden className="size-3.5" />}
      {told ?? text}
      {told === undefined ? null : <span className="sr-only">, {text.toLowerCase()}</span>}
    </span>
  )
}
