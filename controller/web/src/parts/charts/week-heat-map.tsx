import { numberWords, responseWords } from '../../words/durations.ts'
import { Scrolling } from '../layout/scrolling.tsx'
import type { HeatCell } from './week-heat.ts'
import { WEEK_DAYS } from './week-heat.ts'

/** How dark the coolest and the hottest hour are. */
const COOLEST = 0.15
const CELL_PX = 20
const MANY_HOURS = 3

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

function words(day: string, hour: number, { checks, down, avgMs }: HeatCell): string {
  if (checks === 0) return `${day} ${hourText(hour)}: no checks`
  const failed = down === 0 ? 'none failed' : `${numberWords(down)} failed`
  return `${day} ${hourText(hour)}: ${responseWords(avgMs)} on average, ${failed} of ${numberWords(checks)}`
}

/** Hours of the week by how slow they are; one with failures has a mark. */
export function WeekHeatMap({ week }: { week: readonly (readonly HeatCell[])[] }) {
  return (
    <Scrolling label="Table: Hours of the week">
      <table className="w-full min-w-72 table-fixed border-separate border-spacing-px text-xs">
        <caption className="sr-only">Average response time by hour of the week</caption>
        <thead className="text-[0.65rem] text-ink-faint">
          <tr>
            <th scope="col" className="w-10">
              <span className="sr-only">Day</span>
            </th>
            {Array.from({ length: 24 }, (_, hour) => (
              <th key={hour} scope="col" className="pb-1 text-left font-normal">
                <span className="sr-only">{hourText(hour)}</span>
                <span aria-hidden>{hour % MANY_HOURS === 0 ? hour : ''}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.map((hours, day) => (
            <tr key={WEEK_DAYS[day]}>
              <th scope="row" className="text-left font-medium text-ink-faint">
                {WEEK_DAYS[day]}
              </th>
              {hours.map((cell, hour) => (
                <HeatPlace
                  // An hour is its place.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={hour}
                  cell={cell}
                  text={words(WEEK_DAYS[day] ?? '', hour, cell)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

function HeatPlace({ cell, text }: { cell: HeatCell; text: string }) {
  return (
    <td className="p-0" title={text}>
      <svg aria-hidden viewBox="0 0 2 1" preserveAspectRatio="none" className="block h-5 w-full">
        <rect width={2} height={1} className="text-sunken" fill="currentColor" />
        {cell.heat === null ? null : (
          <rect
            width={2}
            height={1}
            className="text-accent-fill"
            fill="currentColor"
            opacity={COOLEST + (1 - COOLEST) * cell.heat}
          />
        )}
        {cell.down === 0 ? null : (
          <rect
            y={1 - 5 / CELL_PX}
            width={2}
            height={5 / CELL_PX}
            className="text-down"
            fill="currentColor"
          />
        )}
      </svg>
      <span className="sr-only">
        {cell.checks === 0 ? 'no checks' : responseWords(cell.avgMs)}
        {cell.down === 0 ? '' : `, ${numberWords(cell.down)} failed`}
      </span>
    </td>
  )
}
