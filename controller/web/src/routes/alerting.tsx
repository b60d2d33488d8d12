import { Page } from '../parts/layout/page.tsx'

export default function Alerting() {
  return <Page title="Alerting">{null}</Page>
}
