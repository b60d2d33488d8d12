import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { Applied, ApplyStep } from '../../data/apply.ts'
import { applyDocument, planDocument } from '../../data/apply.ts'
import { countWords, numberWords } from '../../words/durations.ts'
import { classes } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import { FileButton } from '../controls/file-button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { tellDone } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'

const ACTIONS: Readonly<
  Record<ApplyStep['action'], { planned: string; done: string; look: string }>
> = {
  create: { planned: 'Will be made', done: 'Made', look: 'text-up' },
  change: { planned: 'Will be changed', done: 'Changed', look: 'text-degraded' },
  adopt: { planned: 'Will join the set', done: 'Joined the set', look: 'text-ink-soft' },
  remove: { planned: 'Will be removed', done: 'Removed', look: 'text-down' },
}

/** Brings the workspace to what a document says: first its plan is shown, then it is done as a whole. */
export function ApplyForm() {
  const [document, setDocument] = useState('')
  const [prune, setPrune] = useState(false)
  const plan = useMutation({ mutationFn: planDocument })
  const run = useMutation({
    mutationFn: (digest: string) => applyDocument({ document, prune }, digest),
    onSuccess: ({ steps }) => tellDone(`${countWords(steps.length, 'change')} applied.`),
  })
  function reset(): void {
    plan.reset()
    run.reset()
  }
  function write(text: string): void {
    reset()
    setDocument(text)
  }
  const planned = plan.data
  const isOpen = planned !== undefined && planned.steps.length > 0 && run.data === undefined
  return (
    <>
      <Card title="Apply a document">
        <p className="mb-3 max-w-prose text-sm text-ink-soft">
          Monitors, contacts, teams, maintenance, crawl schedules and status pages as one JSON, such
          as an export: what is missing is made, what differs is changed, all of it or nothing.
          First you see what would be done.
        </p>
        <TextField
          label="Document"
          rows={10}
          isCode
          value={document}
          onChange={write}
          placeholder={'{ "set": "shop", "monitors": [{ "name": "Shop", "url": "https://…" }] }'}
        />
        <div className="my-3">
          <Checkbox
            isSelected={prune}
            onChange={(isOn) => {
              reset()
              setPrune(isOn)
            }}
          >
            Remove what the set brought before and the document names no more
          </Checkbox>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            types={['application/json']}
            onPick={(file) => void file.text().then((text) => write(text))}
          >
            <FileText aria-hidden />
            Choose a file
          </FileButton>
          <Button
            look={isOpen ? 'plain' : 'primary'}
            isDisabled={document.trim() === ''}
            isPending={plan.isPending}
            onPress={() => {
              run.reset()
              plan.mutate({ document, prune })
            }}
          >
            Show the plan
          </Button>
          {isOpen ? (
            <Button
              look="primary"
              isPending={run.isPending}
              onPress={() => run.mutate(planned.digest)}
            >
              Apply {countWords(planned.steps.length, 'change')}
            </Button>
          ) : null}
        </div>
        <div className="mt-3">
          <FormError text={(run.error ?? plan.error)?.message} />
        </div>
      </Card>
      {planned === undefined ? null : <Plan applied={run.data ?? planned} />}
    </>
  )
}

function Plan({ applied: { steps, counts, warnings, left, dryRun } }: { applied: Applied }) {
  const stays = counts.unchanged === 0 ? null : `${numberWords(counts.unchanged)} as they are`
  return (
    <Card
      title={
        steps.length === 0
          ? 'Everything is as the document says'
          : countWords(steps.length, 'change')
      }
      isFlush
      actions={stays === null ? null : <span className="text-xs text-ink-faint">{stays}</span>}
    >
      <ul className="max-h-[32rem] overflow-y-auto">
        {steps.map((step) => (
          <Step key={`${step.kind} ${step.key}`} step={step} isPlanned={dryRun} />
        ))}
      </ul>
      {[
        ...warnings.map(({ at, message }) => `${at ?? 'The document'}: ${message}`),
        ...left.map(({ name }) => `${name} came with the set and stays, as nothing is removed.`),
      ].map((text) => (
        <p key={text} className="border-t border-line px-4 py-2.5 text-xs text-ink-soft">
          {text}
        </p>
      ))}
    </Card>
  )
}

function Step({ step, isPlanned }: { step: ApplyStep; isPlanned: boolean }) {
  const { planned, done, look } = ACTIONS[step.action]
  return (
    <li className="border-t border-line px-4 py-2.5 text-sm">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium break-words">{step.name}</span>
        <span className={classes('text-xs font-semibold', look)}>{isPlanned ? planned : done}</span>
      </span>
      {step.fields.map(({ field, before, after }) => (
        <span key={field} className="block font-mono text-xs break-words text-ink-soft">
          {field}: {valueWords(before)} → {valueWords(after)}
        </span>
      ))}
      {Object.entries(step.shownOnce ?? {}).map(([field, value]) => (
        <span key={field} className="block font-mono text-xs break-all">
          {field}: {String(value)} (shown this once)
        </span>
      ))}
    </li>
  )
}

/** Secrets read the same before and after. */
const valueWords = (value: unknown): string =>
  value === null ? 'nothing' : JSON.stringify(value).slice(0, 200)
