import { Page } from '../parts/layout/page.tsx'

export default function Monitor() {
  return <Page title="Monitor">{null}</Page>
}
