import { useState } from 'react'
import type { StatusPage } from '../../data/wire.ts'
import { Select } from '../controls/select.tsx'
import { CopyField } from '../copy-field.tsx'
import { Card } from '../layout/card.tsx'
import { embedOf } from './embeds.ts'

/** Services in frames, to be copied into pages of others. */
export function EmbedList({ page }: { page: StatusPage }) {
  const { components, published } = page
  const [of, setOf] = useState(components[0]?.id ?? '')
  const component = components.find(({ id }) => id === of) ?? components[0]
  if (component === undefined) return null
  return (
    <Card title="A service in another page, as HTML">
      <div className="space-y-4">
        <Select
          label="Service"
          choices={components.map(({ id, name }) => ({ value: id, text: name }))}
          value={component.id}
          onChange={setOf}
          className="max-w-sm"
        />
        <CopyField label={`${component.name} as HTML`} text={embedOf(page, component)} />
        <p className="text-sm text-ink-soft">
          It shows the state and the last 90 days, to everybody who reads the page it is put into.
          {published ? '' : ' It works once this status page is published.'}
        </p>
      </div>
    </Card>
  )
}
