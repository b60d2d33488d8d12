import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { startCrawl } from '../../data/crawls.ts'
import { formErrors } from '../../data/field-errors.ts'
import { Button } from '../controls/button.tsx'
import { NumberField } from '../controls/number-field.tsx'
import { Switch } from '../controls/switch.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { listOf } from '../monitor-form/lines.ts'
import { TextLines } from '../monitor-form/text-lines.tsx'

/** As the API has them by default. */
const FIRST = {
  url: '',
  maxPages: 100,
  respectRobots: true,
  includeSitemap: true,
  includeSubdomains: false,
  render: false,
  checkExternal: false,
  include: [] as string[],
  exclude: [] as string[],
}

const SWITCHES = [
  ['respectRobots', 'Obey robots.txt'],
  ['includeSitemap', 'Begin with the sitemaps too'],
  ['includeSubdomains', 'Subdomains belong to the site'],
  ['render', 'Open each page in a browser'],
  ['checkExternal', 'Ask whether links to other sites work'],
] as const

/** How a site is crawled. */
export function CrawlForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(FIRST)
  const start = useMutation({
    mutationFn: () => startCrawl(draft),
    async onSuccess({ jobId }) {
      void queries.invalidateQueries({ queryKey: ['crawls'] })
      await navigate({ to: '/crawls/$jobId', params: { jobId } })
    },
  })
  const errors = formErrors(start.error, (path) => path in FIRST)
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate()
      }}
    >
      <TextField
        label="Site"
        placeholder="https://example.com"
        value={draft.url}
        onChange={(url) => setDraft({ ...draft, url })}
        error={errors.of('url')}
        isCode
        autoFocus
      />
      <NumberField
        label="Pages at most"
        minValue={1}
        value={draft.maxPages}
        onChange={(maxPages) => setDraft({ ...draft, maxPages })}
        error={errors.of('maxPages')}
      />
      <details className="rounded-xl border border-line">
        <summary className="cursor-pointer px-4 py-2.5 text-sm font-medium">More settings</summary>
        <div className="space-y-4 px-4 pb-4">
          {SWITCHES.map(([name, text]) => (
            <Switch
              key={name}
              isSelected={draft[name]}
              onChange={(isOn) => setDraft({ ...draft, [name]: isOn })}
            >
              {text}
            </Switch>
          ))}
          <TextLines
            label="Only paths like"
            hint="One on each line, such as /shop/*."
            text=""
            onChange={(text) => setDraft({ ...draft, include: listOf(text) })}
            error={errors.of('include')}
          />
          <TextLines
            label="Never paths like"
            hint="One on each line, such as /search*."
            text=""
            onChange={(text) => setDraft({ ...draft, exclude: listOf(text) })}
            error={errors.of('exclude')}
          />
        </div>
      </details>
      <FormError text={errors.rest} />
      <div className="flex justify-end gap-2">
        <Button look="quiet" onPress={onClose}>
          Cancel
        </Button>
        <Button
          look="primary"
          type="submit"
          isDisabled={draft.url.trim() === ''}
          isPending={start.isPending}
        >
          Start
        </Button>
      </div>
    </form>
  )
}
