import { useMutation } from '@tanstack/react-query'
import { Zap } from 'lucide-react'
import { checkOnce } from '../../data/uptime-check.ts'
import { responseWords } from '../../words/durations.ts'
import { STATUS_WORDS } from '../../words/statuses.ts'
import { Button } from '../controls/button.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { Card } from '../layout/card.tsx'
import { StatusMark } from '../status/status-mark.tsx'
import type { Tree } from './paths.ts'

/** A check of the address before anything is saved, each location's answer with its reason.
 *  @param bodyOf what would be created */
export function TestNow({ bodyOf, isDisabled }: { bodyOf: () => Tree; isDisabled: boolean }) {
  const test = useMutation({
    mutationFn: () => {
      const { url, regions } = bodyOf()
      return checkOnce(String(url), Array.isArray(regions) ? regions.map(String) : [])
    },
  })
  return (
    <Card
      title="Try it"
      actions={
        <Button
          isSmall
          isDisabled={isDisabled}
          isPending={test.isPending}
          onPress={() => test.mutate()}
        >
          <Zap aria-hidden />
          Check the address now
        </Button>
      }
    >
      <div role="status" className="text-sm">
        {test.data === undefined && test.error === null ? (
          <p className="text-ink-faint">
            Asks the address once from the locations chosen, by the defaults of its type. Nothing is
            saved.
          </p>
        ) : null}
        <FormError text={test.error?.message} />
        {test.data === undefined ? null : (
          <>
            <p className="mb-2 text-ink-soft">{test.data.explanation}</p>
            <ul className="space-y-1">
              {test.data.regions.map((answer) => (
                <li key={answer.region} className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
                  <StatusMark status={answer.status} isNamed />
                  <span className="font-medium">{STATUS_WORDS[answer.status].title}</span>
                  <span className="font-mono text-xs text-ink-faint">{answer.region}</span>
                  <span>{responseWords(answer.responseMs)}</span>
                  {answer.error === null ? null : (
                    <span className="basis-full pl-7 text-xs break-words text-ink-soft">
                      {answer.error}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  )
}
