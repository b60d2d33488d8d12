import { Link } from '@tanstack/react-router'
import {
  Activity,
  BellRing,
  CalendarClock,
  Gauge,
  Globe,
  LayoutDashboard,
  Radar,
  Settings,
  TriangleAlert,
} from 'lucide-react'
import type { Permissions } from '../../data/me.ts'
import { isMonitoringPath } from './monitoring-paths.ts'

const ICON = { 'aria-hidden': true, className: 'size-[1.1rem] shrink-0' } as const

/** The ways to all pages. */
const WAYS = [
  { to: '/', text: 'Overview', icon: <LayoutDashboard {...ICON} /> },
  { to: '/monitors', text: 'Monitors', icon: <Activity {...ICON} /> },
  { to: '/outages', text: 'Outages', icon: <TriangleAlert {...ICON} /> },
  { to: '/audit', text: 'Audit', icon: <Gauge {...ICON} /> },
  { to: '/crawls', text: 'Crawls', icon: <Radar {...ICON} /> },
  {
    to: '/maintenance',
    text: 'Maintenance',
    icon: <CalendarClock {...ICON} />,
  },
  { to: '/alerting', text: 'Alerting', icon: <BellRing {...ICON} /> },
  { to: '/agents', text: 'Agents', icon: <Globe {...ICON} /> },
  { to: '/settings', text: 'Settings', icon: <Settings {...ICON} /> },
] as const

/** Those of monitoring only for who may see it; who belongs to no workspace has nothing but what is theirs. */
export const waysOf = ({ viewMonitoring, analyse }: Permissions) =>
  WAYS.filter(
    ({ to }) =>
      viewMonitoring || to === '/settings' || (analyse && to !== '/' && !isMonitoringPath(to)),
  )

export function Navigation({ permissions, onGo }: { permissions: Permissions; onGo?: () => void }) {
  return (
    <nav aria-label="Pages" className="flex flex-col gap-0.5">
      {waysOf(permissions).map(({ to, text, icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/' }}
          onClick={onGo}
          className="flex items-center gap-3 rounded-lg px-3 py-2 text-sm font-medium text-ink-soft transition-colors hover:bg-hover hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-accent"
        >
          {icon}
          {text}
        </Link>
      ))}
    </nav>
  )
}
