import type { SettingsOf } from '../setting-shapes.ts'
import { expressionJudge, rule } from './rule.ts'

/** Rules between the settings of a mail monitor. What depends on the url too (a test of the recipient
 *  needs SMTP, say) is judged with it. */
export const mailRules = rule<SettingsOf<'mail'>>(({ expectBannerRegex, auth }, refuse) => {
  if (expectBannerRegex !== null) expressionJudge(refuse)(['expectBannerRegex'], expectBannerRegex)
  // Each ends a line or the command in one of the protocols.
  if (auth !== null && /\p{Cc}/u.test(auth.password)) {
    refuse(['auth', 'password'], auth.password, 'cannot hold control characters')
  }
})
