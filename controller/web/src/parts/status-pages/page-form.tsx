import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formErrors } from '../../data/field-errors.ts'
import type { StatusPage } from '../../data/wire.ts'
import { saveStatusPage, statusPagesQuery } from '../../data/status-pages.ts'
import { Form } from '../controls/form.tsx'
import { FormButtons } from '../controls/form-buttons.tsx'
import { Switch } from '../controls/switch.tsx'
import { TextField } from '../controls/text-field.tsx'
import { ZoneSelect } from '../controls/zone-select.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { LeaveGuard } from '../feedback/leave-guard.tsx'
import { Card } from '../layout/card.tsx'
import { isSame } from '../monitor-form/paths.ts'
import { ColourField } from './colour-field.tsx'
import { Components } from './components.tsx'
import type { Draft } from './draft.ts'
import { bodyOf, draftOf, slugOf } from './draft.ts'
import { LogoField } from './logo-field.tsx'

const FIELDS =
  /^(?:title|slug|description|homeUrl|timezone|color|host|logo|components\[\d+\]\.(?:name|description|group))$/

/** @param page null: a new one
 *  @param zone that a new one has at first */
export function PageForm({
  page,
  zone,
  onSaved,
  onClose,
}: {
  page: StatusPage | null
  zone: string
  onSaved: (saved: StatusPage) => void
  onClose: () => void
}) {
  const queries = useQueryClient()
  // The page is read again while somebody works on it: what others changed meanwhile is no change of theirs.
  const [opened] = useState(page)
  const [begun] = useState(() => draftOf(opened, zone))
  const [draft, setDraft] = useState(begun)
  const isSaved = useRef(false)
  const set =
    <K extends keyof Draft>(name: K) =>
    (value: Draft[K]) =>
      setDraft((before) => ({ ...before, [name]: value }))
  const save = useMutation({
    mutationFn: () => saveStatusPage(page?.id ?? null, bodyOf(draft, opened)),
    async onSuccess(saved) {
      isSaved.current = true
      await queries.invalidateQueries({ queryKey: statusPagesQuery.queryKey })
      onSaved(saved)
    },
  })
  const errors = formErrors(save.error, (path) => FIELDS.test(path))
  const field = (name: 'title' | 'slug' | 'description' | 'homeUrl' | 'host') => ({
    value: draft[name],
    onChange: set(name),
    error: errors.of(name),
  })
  // It follows the title until somebody chose another.
  const setTitle = (title: string) =>
    setDraft((before) => {
      const isProposed = page === null && before.slug === slugOf(before.title)
      return { ...before, title, ...(isProposed ? { slug: slugOf(title) } : {}) }
    })
  return (
    <Form className="space-y-6" isPending={save.isPending} onSend={() => save.mutate()}>
      <Card title="The page">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="Title"
            placeholder="Example Ltd"
            {...field('title')}
            onChange={setTitle}
            autoFocus
          />
          <TextField
            label="Address"
            hint={`${location.origin}/status/${draft.slug}`}
            isCode
            {...field('slug')}
          />
          <TextField
            label="A sentence below the title"
            placeholder="How our services are doing."
            {...field('description')}
          />
          <TextField
            label="Your site"
            hint="The page links to it."
            placeholder="https://example.com/"
            isCode
            {...field('homeUrl')}
          />
          <ZoneSelect
            label="Days and times by the clocks of"
            value={draft.timezone}
            onChange={set('timezone')}
            error={errors.of('timezone')}
          />
          <TextField
            label="Host name of its own"
            hint="Have its DNS name lead to this installation: it then shows this page alone."
            placeholder="status.example.com"
            isCode
            {...field('host')}
          />
          <LogoField
            present={page}
            logo={draft.logo}
            onChange={set('logo')}
            error={errors.of('logo')}
          />
          <ColourField value={draft.color} onChange={set('color')} error={errors.of('color')} />
        </div>
      </Card>
      <Components
        components={draft.components}
        onChange={set('components')}
        errorOf={(index, name) => errors.of(`components[${index}].${name}`)}
      />
      <Card title="Who may read it">
        <div className="space-y-4">
          <Switch
            isSelected={draft.published}
            onChange={set('published')}
            hint="Everybody can read it at its address. No URL, error or evidence of a monitor is shown."
          >
            Published
          </Switch>
          <Switch
            isSelected={draft.listed}
            onChange={set('listed')}
            hint="The list of pages at /status names it."
          >
            Listed
          </Switch>
          <Switch
            isSelected={draft.showResponseTimes}
            onChange={set('showResponseTimes')}
            hint="The average of the last 24 hours, per service."
          >
            Show response times
          </Switch>
        </div>
      </Card>
      <FormError text={errors.rest} />
      <FormButtons
        action={page === null ? 'Make the page' : 'Save'}
        isPending={save.isPending}
        onCancel={onClose}
      />
      <LeaveGuard isDirty={() => !isSaved.current && !isSame(draft, begun)} />
    </Form>
  )
}
