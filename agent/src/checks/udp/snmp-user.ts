import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { isObjectIdentifier } from '@sightline/shared/monitor-types/udp/snmp'
import type * as Library from 'net-snmp'

export type SnmpSettings = SettingsOf<'udp'>['snmp']
export type Snmp = typeof Library

/** The object asked for, without a dot in front. */
export function oidOf(settings: SnmpSettings): string {
  return settings.oid.replace(/^\./, '')
}

/** Settings that make no request, or that do not fit each other; null when there are none. */
export function snmpProblem(settings: SnmpSettings): string | null {
  if (!isObjectIdentifier(settings.oid)) return `There is no object identifier ${settings.oid}.`
  const { version, user, authProtocol, authPassword, privProtocol, privPassword } = settings
  if (version !== '3') return null
  if (user === null || user === '') return 'SNMPv3 needs a user name.'
  if (authProtocol !== 'none' && !authPassword) {
    return `The SNMP authentication ${authProtocol} needs a password.`
  }
  if (privProtocol === 'none') return null
  if (authProtocol === 'none') return 'SNMP encryption needs an authentication as well.'
  return privPassword ? null : `The SNMP encryption ${privProtocol} needs a password.`
}

/** The user of SNMPv3 as the library wants it; the settings have no problem. */
export function snmpUser(snmp: Snmp, settings: SnmpSettings): Library.User {
  const { user, authProtocol, authPassword, privProtocol, privPassword } = settings
  const { SecurityLevel, AuthProtocols, PrivProtocols } = snmp
  const name = user ?? ''
  if (authProtocol === 'none') return { name, level: SecurityLevel.noAuthNoPriv }
  const auth = { authProtocol: AuthProtocols[authProtocol], authKey: authPassword ?? '' }
  if (privProtocol === 'none') return { name, level: SecurityLevel.authNoPriv, ...auth }
  const priv = { privProtocol: PrivProtocols[privProtocol], privKey: privPassword ?? '' }
  return { name, level: SecurityLevel.authPriv, ...auth, ...priv }
}
