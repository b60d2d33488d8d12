import type { KeptAudit } from '../../data/audits.ts'
import { FIGURE_WORDS } from '../../words/audit-figures.ts'
import { Card } from '../layout/card.tsx'
import { Scrolling } from '../layout/scrolling.tsx'
import type { Spread } from './spreads.ts'
import { spreadsOf } from './spreads.ts'

/** How far several looks at one page agree: one look is a sample, and the machine it was made by was never idle. */
export function SpreadCard({ audits }: { audits: readonly KeptAudit[] }) {
  const spreads = spreadsOf(audits)
  if (spreads.length === 0) return null
  return (
    <Card title="How far the looks agree" isFlush>
      <Scrolling label="Table: How far the looks agree">
        <table className="w-full text-sm">
          <caption className="sr-only">
            Each figure over all looks at this page that are kept
          </caption>
          <thead className="text-xs text-ink-faint">
            <tr>
              <th scope="col" className="py-2 pr-2 pl-4 text-left font-medium sm:pr-4">
                Figure
              </th>
              <th scope="col" className="px-2 py-2 text-right font-medium sm:px-3">
                Middle
              </th>
              <th scope="col" className="px-2 py-2 text-right font-medium sm:px-3">
                From, to
              </th>
              <th
                scope="col"
                className="hidden w-1/3 px-3 py-2 text-left font-medium sm:table-cell"
              >
                Each look
              </th>
              <th scope="col" className="py-2 pr-4 pl-2 text-right font-medium sm:pl-4">
                Looks
              </th>
            </tr>
          </thead>
          <tbody>
            {spreads.map((spread) => (
              <SpreadRow key={spread.name} spread={spread} />
            ))}
          </tbody>
        </table>
      </Scrolling>
      <p className="border-t border-line px-4 py-2 text-xs text-ink-faint">
        Looks agree where all lie within a tenth of the middle, or within 20 ms of it.
      </p>
    </Card>
  )
}

function SpreadRow({ spread: { name, values, low, median, high, agree } }: { spread: Spread }) {
  const { name: title, show } = FIGURE_WORDS[name]
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pr-2 pl-4 text-left font-medium sm:pr-4">
        {title}
      </th>
      <td className="numbers px-2 py-2 text-right whitespace-nowrap sm:px-3">{show(median)}</td>
      <td className="numbers px-2 py-2 text-right text-ink-soft sm:px-3 sm:whitespace-nowrap">
        {show(low)} – {show(high)}
      </td>
      <td className="hidden px-3 py-2 sm:table-cell">
        <Dots values={values} high={high} />
      </td>
      <td className="py-2 pr-4 pl-2 text-right sm:pl-4 sm:whitespace-nowrap">
        <span className={agree ? 'text-ink-soft' : 'font-semibold text-degraded'}>
          {values.length} {agree ? 'agree' : 'differ'}
        </span>
      </td>
    </tr>
  )
}

/** A dot for each look, from nothing to the highest; the table says the same in numbers. */
function Dots({ values, high }: { values: readonly number[]; high: number }) {
  return (
    <span aria-hidden className="relative block h-3 border-b border-line">
      {values.map((value, place) => (
        <span
          // Two looks can measure the same.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          className="absolute bottom-[-0.25rem] size-2 -translate-x-1/2 rounded-full bg-accent-fill opacity-60"
          style={{ left: `${high === 0 ? 0 : (value / high) * 100}%` }}
        />
      ))}
    </span>
  )
}
