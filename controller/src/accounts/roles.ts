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

/** What somebody may do in a workspace, for an app that shows no button in vain. */
export interface Permissions {
  /** See monitors, outages, alerts, maintenance and people. */
  readonly viewMonitoring: boolean
  /** Make and change them. */
  readonly manageMonitoring: boolean
  /** Analyse pages and crawl sites. */
  readonly analyse: boolean
  /** Invite and remove people, and change their roles. */
  readonly managePeople: boolean
}

export function permissionsOf(role: string | null): Permissions {
  return {
    viewMonitoring: mayUseMonitoring(role, 'view'),
    manageMonitoring: mayUseMonitoring(role, 'manage'),
    analyse: role !== null && isRole(role),
    managePeople: mayManagePeople(role),
  }
}

/** A role this version does not know, or none at all, may not. */
export function mayManagePeople(role: string | null): boolean {
  return role === 'owner' || role === 'admin'
}

/** Whether somebody with one role may give another: owners make owners, admins everybody else. */
export function mayGive(own: string | null, role: string): boolean {
  return own === 'owner' || (own === 'admin' && role !== 'owner')
}
