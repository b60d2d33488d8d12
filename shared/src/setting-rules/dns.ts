import type { SettingsOf } from '../setting-shapes.ts'
import type { Refuse } from './rule.ts'
import { expressionJudge, rule } from './rule.ts'

type Dns = SettingsOf<'dns'>

/** Matches that compare with values. */
const COMPARING: readonly Dns['expected']['match'][] = ['exactSet', 'contains', 'regex']

/** Rules between the settings of a dns monitor. */
export const dnsRules = rule<Dns>((settings, refuse) => {
  judgeExpected(settings, refuse)
  if (settings.resolver !== 'authoritative') return
  if (settings.protocol === 'tls' || settings.protocol === 'https') {
    const message = 'must be "udp" or "tcp" with the resolver "authoritative"'
    refuse(['protocol'], settings.protocol, message)
  }
  if (settings.dnssec === 'require') {
    const message =
      'must be "ignore" with the resolver "authoritative": signatures are judged by a resolver that validates, such as "system" or one named by its address'
    refuse(['dnssec'], settings.dnssec, message)
  }
})

function judgeExpected({ expected, expectedRcode }: Dns, refuse: Refuse): void {
  const { match, values, minCount } = expected
  if (expectedRcode !== 'NOERROR' && match !== 'any') {
    const message = `must be "any" when the expectedRcode is ${expectedRcode}, which comes without records`
    refuse(['expected', 'match'], match, message)
  }
  if (COMPARING.includes(match)) {
    if (values.length === 0) {
      refuse(['expected', 'values'], undefined, `must hold at least one with the match "${match}"`)
    }
  } else if (values.length > 0) {
    const message = `must be one of ${COMPARING.join(', ')} for the values to be compared; send values null to drop them`
    refuse(['expected', 'match'], match, message)
  }
  if (match === 'count' && minCount === null) {
    refuse(['expected', 'minCount'], undefined, 'must be sent with the match "count"')
  }
  if (match !== 'regex') return
  const expression = expressionJudge(refuse)
  for (const [index, value] of values.entries()) expression(['expected', 'values', index], value)
}
