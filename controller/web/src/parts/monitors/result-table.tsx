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
              <td className="px-3 py-2 sm:whitespace-nowrap">
                <Time at={result.checkedAt} form="full" />
                {/* A phone has no room for more columns. */}
                <span className="block text-xs wrap-anywhere text-ink-soft sm:hidden">
                  <span className="font-mono">{result.region}</span> <Found result={result} />
                </span>
              </td>
              <td className="hidden px-3 py-2 font-mono text-xs whitespace-nowrap text-ink-soft sm:table-cell">
                {result.region}
              </td>
              <td className="hidden w-full px-3 py-2 text-xs break-words text-ink-soft sm:table-cell">
                <Found result={result} />
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

function Found({ result: { error, statusCode, confirmation, late } }: { result: CheckResult }) {
  return (
    <>
      {error ?? (statusCode === null ? '' : `HTTP ${statusCode}`)}
      {confirmation ? <span className="text-ink-faint"> Confirms.</span> : null}
      {late ? <span className="text-ink-faint"> Came late.</span> : null}
    </>
  )
}
