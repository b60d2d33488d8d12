import { Page } from '../parts/layout/page.tsx'

export default function Maintenance() {
  return <Page title="Maintenance">{null}</Page>
}
