import { Page } from '../parts/layout/page.tsx'

export default function ResetPassword() {
  return <Page title="Reset password">{null}</Page>
}
