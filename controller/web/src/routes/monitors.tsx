import { useQuery } from '@tanstack/react-query'
import { monitorsQuery } from '../data/monitors.ts'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { Card } from '../parts/layout/card.tsx'
import { Page } from '../parts/layout/page.tsx'
import { StatusChip } from '../parts/status/status-mark.tsx'
import { Since } from '../parts/time.tsx'
import { responseWords, uptimeWords } from '../words/durations.ts'

const PER_PAGE = 50

export default function Monitors() {
  const query = useQuery(monitorsQuery({}, 1, PER_PAGE))
  return (
    <Page title="Monitors">
      <Loaded query={query}>
        {({ monitors }) => (
          <Card isFlush>
            <table className="w-full text-sm">
              <tbody>
                {monitors.map((monitor) => (
                  <tr key={monitor.id} className="border-t border-line first:border-t-0">
                    <td className="px-4 py-3">
                      <StatusChip status={monitor.status} />
                    </td>
                    <td className="font-medium">{monitor.name}</td>
                    <td>
                      <Since from={monitor.statusSince} isShort />
                    </td>
                    <td>{responseWords(monitor.responseMs)}</td>
                    <td>{uptimeWords(monitor.uptime30d)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Card>
        )}
      </Loaded>
    </Page>
  )
}
