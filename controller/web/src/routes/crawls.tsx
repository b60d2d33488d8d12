import { Page } from '../parts/layout/page.tsx'

export default function Crawls() {
  return <Page title="Crawls">{null}</Page>
}
