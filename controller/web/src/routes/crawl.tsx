import { Page } from '../parts/layout/page.tsx'

export default function Crawl() {
  return <Page title="Crawl">{null}</Page>
}
