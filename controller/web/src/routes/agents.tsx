import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agentsQuery, optionsQuery } from '../data/agents.ts'
import { ApiError } from '../data/api.ts'
import { usePermissions } from '../data/session.ts'
import { AddAgent } from '../parts/agents/add-agent.tsx'
import { Locations } from '../parts/agents/locations.tsx'
import { RegionCard } from '../parts/agents/region-card.tsx'
import { Tokens } from '../parts/agents/tokens.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Dialog } from '../parts/controls/dialog.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { Page } from '../parts/layout/page.tsx'

/** Where checks run. Agents are those of the whole installation: who does not run it sees the locations alone. */
export default function Agents() {
  const agents = useQuery(agentsQuery)
  const options = useQuery(optionsQuery)
  const { managePeople: isAdmin } = usePermissions()
  const [isAdding, setAdding] = useState(false)
  const isForeign = agents.error instanceof ApiError && agents.error.status === 403
  return (
    <Page
      title="Agents"
      lead="Each location checks by agents of its own."
      actions={
        isAdmin && !isForeign ? (
          <Button look="primary" onPress={() => setAdding(true)}>
            Add an agent
          </Button>
        ) : null
      }
    >
      {isForeign ? (
        <Loaded query={options}>{({ regions }) => <Locations regions={regions} />}</Loaded>
      ) : (
        <Loaded query={agents}>
          {(all) => (
            <div className="space-y-6">
              <div className="grid gap-4 lg:grid-cols-2">
                {[...Map.groupBy(all, ({ region }) => region)].map(([region, those]) => (
                  <RegionCard key={region} region={region} agents={those} />
                ))}
              </div>
              {isAdmin ? <Tokens /> : null}
            </div>
          )}
        </Loaded>
      )}
      <Dialog title="Add an agent" isOpen={isAdding} onClose={() => setAdding(false)}>
        <AddAgent onClose={() => setAdding(false)} />
      </Dialog>
    </Page>
  )
}
