import { Page } from '../parts/layout/page.tsx'

export default function MonitorNew() {
  return <Page title="Monitor new">{null}</Page>
}
