import type { Role } from '../data/me.ts'

export const ROLE_WORDS: Readonly<Record<Role, { title: string; means: string }>> = {
  owner: { title: 'Owner', means: 'Everything' },
  admin: { title: 'Admin', means: 'Everything but the owner' },
  editor: { title: 'Editor', means: 'Manages monitors and alerts' },
  viewer: { title: 'Viewer', means: 'Sees monitoring' },
  analyst: { title: 'Analyst', means: 'Audits and crawls, without monitoring' },
}

/** What may do the most comes first. */
export const ROLES = Object.keys(ROLE_WORDS) as readonly Role[]
