import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { startCrawl } from '../../data/crawls.ts'
import { formErrors } from '../../data/field-errors.ts'
import { Form } from '../controls/form.tsx'
import { FormButtons } from '../controls/form-buttons.tsx'
import { TextField } from '../controls/text-field.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { CrawlSettingsFields } from './crawl-settings-fields.tsx'
import { DEFAULT_SETTINGS, isSetting } from './crawl-settings.ts'

/** How a site is crawled. */
export function CrawlForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [url, setUrl] = useState('')
  const [settings, setSettings] = useState(DEFAULT_SETTINGS)
  const start = useMutation({
    mutationFn: () => startCrawl({ url, ...settings }),
    async onSuccess({ jobId }) {
      void queries.invalidateQueries({ queryKey: ['crawls'] })
      await navigate({ to: '/crawls/$jobId', params: { jobId } })
    },
  })
  const errors = formErrors(start.error, (path) => path === 'url' || isSetting(path))
  return (
    <Form className="space-y-4" isPending={start.isPending} onSend={() => start.mutate()}>
      <TextField
        label="Site"
        placeholder="https://example.com"
        value={url}
        onChange={setUrl}
        error={errors.of('url')}
        isCode
        autoFocus
      />
      <CrawlSettingsFields settings={settings} errors={errors} onChange={setSettings} />
      <FormError text={errors.rest} />
      <FormButtons
        action="Start"
        isDisabled={url.trim() === ''}
        isPending={start.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}
