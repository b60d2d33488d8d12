import { Page } from '../parts/layout/page.tsx'

export default function MonitorEdit() {
  return <Page title="Monitor edit">{null}</Page>
}
