import { Zap } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { RegionAnswer, TestProgress } from '../../data/test-monitor.ts'
import { testMonitor } from '../../data/test-monitor.ts'
import { responseWords } from '../../words/durations.ts'
import { STATUS_WORDS } from '../../words/statuses.ts'
import { Button } from '../controls/button.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { Card } from '../layout/card.tsx'
import { StatusMark } from '../status/status-mark.tsx'
import type { Tree } from './paths.ts'

/** A check with all that is on the form before anything is saved, each location's answer as it comes.
 *  @param bodyOf what would be created */
export function TestNow({ bodyOf, isDisabled }: { bodyOf: () => Tree; isDisabled: boolean }) {
  const [progress, setProgress] = useState<TestProgress | null>(null)
  const [error, setError] = useState<string | undefined>()
  const [isRunning, setRunning] = useState(false)
  const [tried, setTried] = useState('')
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  // What was answered is not of what is typed now.
  const present = JSON.stringify(bodyOf())
  if (progress !== null && !isRunning && tried !== present) setProgress(null)

  async function run(): Promise<void> {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setTried(present)
    setProgress(null)
    setError(undefined)
    setRunning(true)
    try {
      await testMonitor(bodyOf(), setProgress, control.signal)
    } catch (failure: unknown) {
      if (!control.signal.aborted) setError(failure instanceof Error ? failure.message : undefined)
    } finally {
      if (!control.signal.aborted) setRunning(false)
    }
  }

  const waiting = progress?.regions.filter(
    (region) => !progress.answers.some((answer) => answer.region === region),
  )
  return (
    <Card
      title="Try it"
      actions={
        <Button isSmall isDisabled={isDisabled} isPending={isRunning} onPress={() => void run()}>
          <Zap aria-hidden />
          Test now
        </Button>
      }
    >
      <div role="status" className="space-y-2 text-sm">
        {progress === null && error === undefined ? (
          <p className="text-ink-faint">
            {isRunning
              ? 'Asking the locations.'
              : 'Checks once from the locations chosen, with everything above. Nothing is saved.'}
          </p>
        ) : null}
        <FormError text={error} />
        {progress?.report == null ? null : (
          <p className="text-ink-soft">{progress.report.explanation}</p>
        )}
        <ul className="space-y-1">
          {progress?.answers.map((answer) => (
            <Answer key={answer.region} answer={answer} />
          ))}
          {isRunning
            ? waiting?.map((region) => (
                <li key={region} className="text-xs text-ink-faint">
                  {region} has not answered yet.
                </li>
              ))
            : null}
        </ul>
      </div>
    </Card>
  )
}

function Answer({ answer }: { answer: RegionAnswer }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <StatusMark status={answer.status} isNamed />
      <span className="font-medium">{STATUS_WORDS[answer.status].title}</span>
      <span className="font-mono text-xs text-ink-faint">{answer.region}</span>
      <span>{responseWords(answer.responseMs)}</span>
      {answer.error === null ? null : (
        <span className="basis-full pl-7 text-xs break-words text-ink-soft">{answer.error}</span>
      )}
    </li>
  )
}
