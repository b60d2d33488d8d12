import type { SettingsOf } from '../setting-shapes.ts'
import { expressionJudge, judgeServerName, refuseMoreThanOne, rule } from './rule.ts'

/** Rules between the settings of a tcp monitor. */
export const tcpRules = rule<SettingsOf<'tcp'>>((settings, refuse) => {
  judgeServerName(settings, refuse)
  const expression = expressionJudge(refuse, { mustSay: true })
  for (const [index, step] of settings.steps.entries()) {
    const at = ['steps', index]
    const { send, sendHex, expect, expectRegex, expectHex } = step
    refuseMoreThanOne(refuse, at, { send, sendHex })
    refuseMoreThanOne(refuse, at, { expect, expectRegex, expectHex })
    if (Object.values(step).every((value) => value === undefined)) {
      refuse(at, step, 'must send or expect something')
    }
    if (expectRegex !== undefined) expression([...at, 'expectRegex'], expectRegex)
  }
})
