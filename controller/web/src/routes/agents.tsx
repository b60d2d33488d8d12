import { Page } from '../parts/layout/page.tsx'

export default function Agents() {
  return <Page title="Agents">{null}</Page>
}
