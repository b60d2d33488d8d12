import { usePermissions } from '../data/me.ts'
import { usePageSearch } from '../data/use-search.ts'
import { Contacts } from '../parts/alerting/contacts.tsx'
import { AlertHistory } from '../parts/alerting/history.tsx'
import { Teams } from '../parts/alerting/teams.tsx'
import { Tabs } from '../parts/controls/tabs.tsx'
import { Page } from '../parts/layout/page.tsx'

const TABS = [
  { id: 'contacts', text: 'Contacts' },
  { id: 'teams', text: 'Teams' },
  { id: 'history', text: 'History' },
] as const

/** Who is told, how, and what was told. */
export default function Alerting() {
  const { search } = usePageSearch()
  const mayChange = usePermissions().manageMonitoring
  const { id: tab, text } = TABS.find(({ id }) => id === search['tab']) ?? TABS[0]
  return (
    <Page title="Alerting" part={text} lead="Who is told when something breaks, and what was told.">
      <Tabs label="Parts of alerting" tabs={TABS} present={tab} />
      {
        {
          contacts: <Contacts mayChange={mayChange} />,
          teams: <Teams mayChange={mayChange} />,
          history: <AlertHistory />,
        }[tab]
      }
    </Page>
  )
}
