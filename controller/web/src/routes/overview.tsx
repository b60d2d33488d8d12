import { Page } from '../parts/layout/page.tsx'

export default function Overview() {
  return <Page title="Overview">{null}</Page>
}
