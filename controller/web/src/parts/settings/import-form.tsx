import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Imported, ImportRow } from '../../data/imports.ts'
import { sendImport } from '../../data/imports.ts'
import { countWords, numberWords } from '../../words/durations.ts'
import { classes } from '../class-names.ts'
import { Button, buttonClasses } from '../controls/button.tsx'
import { FileButton } from '../controls/file-button.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { tellDone } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'

const OUTCOMES: Readonly<Record<ImportRow['outcome'], { title: string; look: string }>> = {
  toMake: { title: 'Will be made', look: 'text-up' },
  made: { title: 'Made', look: 'text-up' },
  duplicate: { title: 'There already', look: 'text-ink-faint' },
  refused: { title: 'Refused', look: 'text-down' },
  notCarried: { title: 'Not carried over', look: 'text-degraded' },
}

/** Monitors of other programs, tried before anything is made; and everything of this workspace as one file. */
export function ImportForm({ mayChange }: { mayChange: boolean }) {
  const [file, setFile] = useState<File | null>(null)
  const trial = useMutation({ mutationFn: (chosen: File) => sendImport(chosen, true) })
  const make = useMutation({
    mutationFn: (chosen: File) => sendImport(chosen, false),
    onSuccess({ summary }) {
      const { made } = summary.outcomes
      tellDone(`${countWords(made, 'entry was', 'entries were')} made.`)
    },
  })
  const shown = make.data ?? trial.data
  const toMake = trial.data?.summary.outcomes.toMake ?? 0
  function choose(chosen: File): void {
    setFile(chosen)
    make.reset()
    trial.mutate(chosen)
  }
  return (
    <>
      {mayChange ? (
        <Card title="Bring monitors along">
          <p className="mb-3 max-w-prose text-sm text-ink-soft">
            A backup (JSON) or the database of Uptime Kuma, an export of UptimeRobot, a CSV, or an
            export from here. First you see what would become of it; nothing is made until you say
            so.
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <FileButton isPending={trial.isPending} onPick={choose}>
              <Upload aria-hidden />
              Choose a file
            </FileButton>
            {file !== null && toMake > 0 && make.data === undefined ? (
              <Button look="primary" isPending={make.isPending} onPress={() => make.mutate(file)}>
                Make {toMake === 1 ? 'it' : `these ${numberWords(toMake)}`}
              </Button>
            ) : null}
            {file === null ? null : (
              <span className="min-w-0 text-sm break-all text-ink-faint">{file.name}</span>
            )}
          </div>
          <div className="mt-3">
            <FormError text={(make.error ?? trial.error)?.message} />
          </div>
        </Card>
      ) : null}
      {shown === undefined ? null : <Rows imported={shown} />}
      <Card title="Take everything with you">
        <p className="mb-3 max-w-prose text-sm text-ink-soft">
          Monitors, contacts, teams, maintenance, crawl schedules and status pages as one JSON,
          without secrets and history.{mayChange ? ' It can be brought back above.' : ''}
        </p>
        <a
          href="/api/v1/export"
          download="sightline-export.json"
          className={buttonClasses('plain')}
        >
          <Download aria-hidden />
          Export
        </a>
      </Card>
    </>
  )
}

function Rows({ imported: { rows, summary } }: { imported: Imported }) {
  return (
    <Card
      title={`${numberWords(summary.total)} ${summary.total === 1 ? 'entry' : 'entries'}`}
      isFlush
      actions={
        summary.placesFree === null ? null : (
          <span className="text-xs text-ink-faint">
            The plan has room for {numberWords(summary.placesFree)}
          </span>
        )
      }
    >
      <ul className="max-h-[32rem] overflow-y-auto">
        {rows.map((row, index) => (
          // Names in a file can be the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="border-t border-line px-4 py-2.5 text-sm">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 font-medium break-words">{row.name}</span>
              <span className={classes('text-xs font-semibold', OUTCOMES[row.outcome].look)}>
                {OUTCOMES[row.outcome].title}
              </span>
            </span>
            {[row.reason, ...row.warnings].map((text) =>
              text === null ? null : (
                <span key={text} className="block text-xs break-words text-ink-soft">
                  {text}
                </span>
              ),
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
