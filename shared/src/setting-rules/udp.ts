import type { SettingsOf } from '../setting-shapes.ts'
import type { Refuse } from './rule.ts'
import { expressionJudge, refuseMoreThanOne, rule } from './rule.ts'

/** Shortest password of SNMPv3. Source: RFC 3414, section 11.2 */
const MIN_SNMP_PASSWORD_LENGTH = 8

/** Rules between the settings of a udp monitor. */
export const udpRules = rule<SettingsOf<'udp'>>((settings, refuse) => {
  const { payload, payloadHex, preset, expectRegex, expectHex, snmp } = settings
  refuseMoreThanOne(refuse, [], { payload, payloadHex, preset })
  refuseMoreThanOne(refuse, [], { expectRegex, expectHex })
  if (expectRegex !== null) expressionJudge(refuse)(['expectRegex'], expectRegex)
  if (snmp.version === '3') judgeUser(snmp, refuse)
  else if (preset === 'snmp' && snmp.community === '') {
    refuse(['snmp', 'community'], undefined, `must be sent with the version "${snmp.version}"`)
  }
})

function judgeUser(snmp: SettingsOf<'udp'>['snmp'], refuse: Refuse): void {
  const { user, authProtocol, authPassword, privProtocol, privPassword } = snmp
  if (user === null || user === '') {
    refuse(['snmp', 'user'], undefined, 'must be sent with the version "3"')
  }
  if (authProtocol !== 'none') judgePassword('authPassword', authPassword, 'authProtocol')
  if (privProtocol === 'none') return
  judgePassword('privPassword', privPassword, 'privProtocol')
  if (authProtocol === 'none') {
    const message = 'must be "none" without an authProtocol: SNMP encrypts only what it signs'
    refuse(['snmp', 'privProtocol'], privProtocol, message)
  }

  function judgePassword(name: string, password: string | null, protocol: string): void {
    if (password !== null && password.length >= MIN_SNMP_PASSWORD_LENGTH) return
    const message = `must be sent with snmp.${protocol} and have at least ${MIN_SNMP_PASSWORD_LENGTH} characters`
    refuse(['snmp', name], password ?? undefined, message)
  }
}
