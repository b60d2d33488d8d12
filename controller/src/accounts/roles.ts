/** What a person may be in a workspace. Source: decisions, section 3. */
export const ROLES = ['owner', 'admin', 'editor', 'viewer', 'analyst'] as const
export type Role = (typeof ROLES)[number]

/** What a monitoring route asks of the person behind the key. */
export type MonitoringPermission = 'view' | 'manage'

const MONITORING = {
  owner: ['view', 'manage'],
  admin: ['view', 'manage'],
  editor: ['view', 'manage'],
  viewer: ['view'],
  analyst: [],
} as const satisfies Record<Role, readonly MonitoringPermission[]>

export function isRole(word: string): word is Role {
  return Object.hasOwn(MONITORING, word)
}

/** A role this version does not know, or none at all, may do nothing. */
export function mayUseMonitoring(role: string | null, permission: MonitoringPermission): boolean {
  if (role === null || !isRole(role)) return false
  return (MONITORING[role] as readonly MonitoringPermission[]).includes(permission)
}
