import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agent, Region } from '../data/agents.ts'
import { agentsQuery, optionsQuery } from '../data/agents.ts'
import { ApiError } from '../data/api.ts'
import { usePermissions } from '../data/me.ts'
import { AddAgent } from '../parts/agents/add-agent.tsx'
import { Locations } from '../parts/agents/locations.tsx'
import { RegionCard } from '../parts/agents/region-card.tsx'
import { Tokens } from '../parts/agents/tokens.tsx'
import type { RegionOnMap } from '../parts/charts/region-map.tsx'
import { RegionMap } from '../parts/charts/region-map.tsx'
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
        <Loaded query={options}>
          {({ regions }) => (
            <div className="space-y-6">
              <RegionMap regions={regions.map(optionOnMap)} />
              <Locations regions={regions} />
            </div>
          )}
        </Loaded>
      ) : (
        <Loaded query={agents}>
          {(all) => (
            <div className="space-y-6">
              <MapCard agents={all} />
              <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
                {[...Map.groupBy(all, ({ region }) => region)].map(([region, those]) => (
                  <RegionCard key={region} region={region} agents={those} isAdmin={isAdmin} />
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

const optionOnMap = ({ code, name, available }: Region): RegionOnMap => ({
  region: code,
  name,
  status: available ? 'up' : 'down',
  text: available ? 'an agent is connected' : 'no agent is connected',
})

/** Each location by whether an agent is there. */
function MapCard({ agents }: { agents: readonly Agent[] }) {
  const regions = [...Map.groupBy(agents, ({ region }) => region)].map(([region, those]) => {
    const live = those.filter(({ state }) => state !== 'away').length
    return {
      region,
      name: those[0]?.regionName ?? region,
      status: live === 0 ? ('down' as const) : ('up' as const),
      text: live === 0 ? 'no agent is connected' : `${live} connected`,
    }
  })
  return <RegionMap regions={regions} />
}
