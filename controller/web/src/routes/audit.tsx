import { Page } from '../parts/layout/page.tsx'

export default function Audit() {
  return <Page title="Audit">{null}</Page>
}
