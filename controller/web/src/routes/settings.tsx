import { Page } from '../parts/layout/page.tsx'

export default function Settings() {
  return <Page title="Settings">{null}</Page>
}
