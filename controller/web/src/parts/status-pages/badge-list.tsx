import { useState } from 'react'
import type { StatusPage } from '../../data/wire.ts'
import { Select } from '../controls/select.tsx'
import { CopyField } from '../copy-field.tsx'
import { Card } from '../layout/card.tsx'
import { badgesOf } from './badges.ts'

const WHOLE = 'whole'

/** Badges for READMEs and pages of others, to be copied. */
export function BadgeList({ page }: { page: StatusPage }) {
  const [of, setOf] = useState(WHOLE)
  const choices = [
    { value: WHOLE, text: 'The whole page' },
    ...page.components.map(({ id, name }) => ({ value: id, text: name })),
  ]
  return (
    <Card title="Badges, as Markdown">
      <div className="space-y-4">
        <Select label="Of" choices={choices} value={of} onChange={setOf} className="max-w-sm" />
        <ul className="space-y-3">
          {badgesOf(page, of === WHOLE ? null : of).map(({ title, image, markdown }) => (
            <li key={title} className="space-y-1.5">
              <span className="flex flex-wrap items-center gap-3 text-sm">
                {title}
                {page.published ? (
                  <img src={ownPath(image)} alt="" className="h-5 max-w-full" />
                ) : null}
              </span>
              <CopyField label={`${title} as Markdown`} text={markdown} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

/** As this app may load it: from where it came itself. */
function ownPath(address: string): string {
  const { pathname, search } = new URL(address)
  return `${pathname}${search}`
}
