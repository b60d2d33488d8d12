import { Page } from '../parts/layout/page.tsx'

export default function Welcome() {
  return <Page title="Welcome">{null}</Page>
}
