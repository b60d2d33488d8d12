import type { CheckResult } from '../../data/reports.ts'
import { responseWords } from '../../words/durations.ts'
import { StatusMark } from '../status/status-mark.tsx'
import { Time } from '../time.tsx'
import { Scrolling } from '../layout/scrolling.tsx'

/** Single checks, the newest first. */
export function ResultTable({ results }: { results: readonly CheckResult[] }) {
  return (
    <Scrolling label="Table: Checks">
      <table className="w-full text-sm">
        <caption className="sr-only">Checks, newest first</caption>
        <tbody>
          {results.map((result) => (
            <tr key={result.id} className="border-t border-line align-top">
              <td className="py-2 pl-4">
                <StatusMark status={result.status} className="mt-0.5" />
              </td>
              <td className="px-3 py-2 whitespace-nowrap">
                <Time at={result.checkedAt} form="full" />
              </td>
              <td className="px-3 py-2 font-mono text-xs whitespace-nowrap text-ink-soft">
                {result.region}
              </td>
              <td className="w-full px-3 py-2 text-xs break-words text-ink-soft">
                {result.error ?? (result.statusCode === null ? '' : `HTTP ${result.statusCode}`)}
                {result.confirmation ? <span className="text-ink-faint"> Confirms.</span> : null}
                {result.late ? <span className="text-ink-faint"> Came late.</span> : null}
              </td>
              <td className="px-4 py-2 text-right whitespace-nowrap">
                {responseWords(result.responseMs)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
