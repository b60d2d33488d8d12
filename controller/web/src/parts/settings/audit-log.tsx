import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { AuditEntry } from '../../data/audit-log.ts'
import { auditLogQuery } from '../../data/audit-log.ts'
import { peopleQuery } from '../../data/people.ts'
import { usePageSearch } from '../../data/use-search.ts'
import { changeWords, deedWords, NOUN_WORDS } from '../../words/audit-log.ts'
import { Button } from '../controls/button.tsx'
import { Select } from '../controls/select.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Card } from '../layout/card.tsx'
import { Pager } from '../pager.tsx'
import { Time } from '../time.tsx'

const PER_PAGE = 50

const KINDS = [
  { value: 'any', text: 'Everything' },
  ...Object.entries(NOUN_WORDS).map(([value, text]) => ({
    value,
    text: text.charAt(0).toUpperCase() + text.slice(1),
  })),
]

/** Who changed what in the workspace. */
export function AuditLog() {
  const { search, change } = usePageSearch()
  const people = useQuery(peopleQuery).data ?? []
  const page = Math.max(1, Number(search['page'] ?? 1) || 1)
  const { kind, personId, subjectId } = search
  const query = useQuery(auditLogQuery({ kind, personId, subjectId }, page, PER_PAGE))
  const set = (name: string) => (value: string) =>
    change({ [name]: value === 'any' ? undefined : value, page: undefined })
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-3">
        <Select
          label="What"
          className="w-48"
          choices={KINDS}
          value={kind ?? 'any'}
          onChange={set('kind')}
        />
        <Select
          label="By"
          className="w-48"
          choices={[
            { value: 'any', text: 'Anybody' },
            ...people.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          value={personId ?? 'any'}
          onChange={set('personId')}
        />
      </div>
      <Loaded query={query}>
        {({ entries, total }) =>
          total === 0 ? (
            kind === undefined && personId === undefined && subjectId === undefined ? (
              <EmptyState icon={<History />} title="Nothing was changed">
                What people and keys change stands here, for 400 days.
              </EmptyState>
            ) : (
              <EmptyState
                title="No change is like that"
                action={
                  <Button
                    onPress={() =>
                      change({ kind: undefined, personId: undefined, subjectId: undefined })
                    }
                  >
                    Show all
                  </Button>
                }
              />
            )
          ) : (
            <Card title="Changes" isFlush>
              <ul>
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ul>
              <Pager
                page={page}
                per={PER_PAGE}
                total={total}
                onGo={(next) => change({ page: String(next) })}
              />
            </Card>
          )
        }
      </Loaded>
    </div>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { person, keyName, address, action, changes, at } = entry
  return (
    <li className="border-t border-line px-4 py-3 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 break-words">
          <span className="font-medium">{person.name === '' ? 'Somebody' : person.name}</span>{' '}
          {deedWords(action)} <Subject entry={entry} />
        </p>
        <span className="text-xs text-ink-faint">
          <Time at={at} />
        </span>
      </div>
      <p className="mt-0.5 text-xs break-words text-ink-soft">
        {keyName === null ? 'In the app' : `With the key ${keyName}`}, from {address}
      </p>
      {changes.length === 0 ? null : (
        <ul aria-label="What was set" className="mt-1.5 flex flex-wrap gap-1.5">
          {changes.map((change) => (
            <li
              key={change.field}
              className="max-w-full rounded bg-sunken px-1.5 py-0.5 font-mono text-xs break-all"
            >
              {changeWords(change)}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** What was changed, and a way to it where it may still be there. */
function Subject({ entry: { subject, action } }: { entry: AuditEntry }) {
  if (subject === null) return null
  const [noun, verb] = action.split('.')
  const name = subject.name ?? subject.id
  const look = 'font-medium break-words hover:text-accent hover:underline'
  if (verb === 'deleted') return <span className="font-medium">{name}</span>
  if (noun === 'monitor') {
    return (
      <Link to="/monitors/$monitorId" params={{ monitorId: subject.id }} className={look}>
        {name}
      </Link>
    )
  }
  if (noun === 'outage') {
    return (
      <Link to="/outages/$outageId" params={{ outageId: subject.id }} className={look}>
        {name}
      </Link>
    )
  }
  if (noun === 'maintenance') {
    return (
      <Link to="/maintenance" className={look}>
        {name}
      </Link>
    )
  }
  return <span className="font-medium">{name}</span>
}
