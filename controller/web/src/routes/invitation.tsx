import { Page } from '../parts/layout/page.tsx'

export default function Invitation() {
  return <Page title="Invitation">{null}</Page>
}
