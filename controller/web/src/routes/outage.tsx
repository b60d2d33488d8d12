import { Page } from '../parts/layout/page.tsx'

export default function Outage() {
  return <Page title="Outage">{null}</Page>
}
