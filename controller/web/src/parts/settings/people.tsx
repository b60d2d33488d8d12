import { useQuery } from '@tanstack/react-query'
import { peopleQuery } from '../../data/people.ts'
import { ROLE_WORDS } from '../../words/roles.ts'
import { Loaded } from '../feedback/loaded.tsx'
import { Card } from '../layout/card.tsx'

/** Who belongs to the workspace. */
export function People() {
  const query = useQuery(peopleQuery)
  return (
    <Loaded query={query}>
      {(people) => (
        <Card title="People" isFlush>
          <ul>
            {people.map(({ id, name, role }) => (
              <li
                key={id}
                className="flex items-baseline justify-between gap-4 border-t border-line px-4 py-3 text-sm"
              >
                <span className="min-w-0 font-medium break-words">{name}</span>
                <span className="text-right text-xs text-ink-soft">
                  {ROLE_WORDS[role].title}
                  <span className="block text-ink-faint">{ROLE_WORDS[role].means}</span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Loaded>
  )
}
