import type { Role } from '../data/session.ts'

export const ROLE_WORDS: Readonly<Record<Role, { title: string; means: string }>> = {
  owner: { title: 'Owner', means: 'Everything' },
  admin: { title: 'Admin', means: 'Everything but the owner' },
  editor: { title: 'Editor', means: 'Manages monitors and alerts' },
  viewer: { title: 'Viewer', means: 'Sees monitoring' },
  analyst: { title: 'Analyst', means: 'Audits and crawls, without monitoring' },
}
