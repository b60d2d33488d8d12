import { Page } from '../parts/layout/page.tsx'

export default function Outages() {
  return <Page title="Outages">{null}</Page>
}
