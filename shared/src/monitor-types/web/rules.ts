import { jsonPathProblem } from '../../json-path.ts'
import type { WebSettings } from './settings.ts'
import { judgeComparison } from './comparison-rules.ts'
import { judgeRender } from './render-rules.ts'
import type { Refuse } from '../rule.ts'
import { expressionJudge, judgeServerName, rule } from '../rule.ts'

/** What may stand in a header. Source: RFC 9110, section 5.5 */
const HEADER_TEXT = /^[\u0020-\u007e\u0080-\u00ff]+$/

/** Rules between the settings of a web monitor. */
export const webRules = rule<WebSettings>((settings, refuse) => {
  judgeStatus(settings, refuse)
  judgeHeaders(settings, refuse)
  judgeServerName(settings, refuse)
  judgeAuth(settings, refuse)
  judgeBody(settings, refuse)
  judgeRender(settings, refuse)
  const expression = expressionJudge(refuse)
  const { keyword, jsonChecks, headerChecks } = settings
  if (keyword?.mode === 'regex') expression(['keyword', 'value'], keyword.value)
  for (const [index, check] of jsonChecks.entries()) {
    const problem = jsonPathProblem(check.path)
    if (problem !== null) {
      const message = `must be a path such as "$.items[0].name" (${problem})`
      refuse(['jsonChecks', index, 'path'], check.path, message)
    }
    judgeComparison(['jsonChecks', index], check, { refuse, expression })
  }
  for (const [index, check] of headerChecks.entries()) {
    judgeComparison(['headerChecks', index], check, { refuse, expression })
  }
})

/** Of those below 200 only 101 ends an exchange. Source: RFC 9110, section 15.2 */
function judgeStatus({ expectedStatus }: WebSettings, refuse: Refuse): void {
  for (const [index, entry] of expectedStatus.entries()) {
    const [from = 0, to = from] = entry.split('-').map(Number)
    // What is no status at all was refused before.
    const isBelow = to < 200 && !(from <= 101 && to >= 101)
    if (!isBelow) continue
    const message = 'must be 101 or from 200 on: no answer ends with another status below 200'
    refuse(['expectedStatus', index], entry, message)
  }
}

function judgeHeaders({ headers }: WebSettings, refuse: Refuse): void {
  const names = new Map<string, string>()
  for (const [name, value] of Object.entries(headers)) {
    const before = names.get(name.toLowerCase())
    names.set(name.toLowerCase(), name)
    if (before === undefined) continue
    const message = `cannot be combined with "${before}", which is the same header in another case: send one of them, and null for the other`
    refuse(['headers', name], value, message)
  }
}

function judgeAuth({ auth }: WebSettings, refuse: Refuse): void {
  const { kind, username, password, token } = auth
  if (kind === 'none') return
  const needed = `must be sent with the kind "${kind}"`
  if (kind === 'bearer') {
    if (token === null || token === '') refuse(['auth', 'token'], undefined, needed)
    else if (!HEADER_TEXT.test(token)) {
      refuse(['auth', 'token'], token, 'must be a token without line breaks, fit for a header')
    }
    return
  }
  if (username === null) refuse(['auth', 'username'], undefined, needed)
  if (password === null) refuse(['auth', 'password'], undefined, needed)
  // Source: RFC 7617, section 2
  if (kind === 'basic' && username?.includes(':') === true) {
    refuse(['auth', 'username'], username, 'cannot hold a colon with the kind "basic"')
  }
  if (username !== null && /\p{Cc}/u.test(username)) {
    refuse(['auth', 'username'], username, 'cannot hold control characters')
  }
}

function judgeBody(
  { method, body, bodyType, keyword, jsonChecks }: WebSettings,
  refuse: Refuse,
): void {
  if (method === 'HEAD') {
    const noBody = 'cannot be used with the method HEAD, whose answers have no body'
    if (keyword !== null) refuse(['keyword'], keyword, noBody)
    if (jsonChecks.length > 0) refuse(['jsonChecks'], jsonChecks, noBody)
    if (body !== null) refuse(['body'], body, 'cannot be sent with the method HEAD')
  }
  if (bodyType === 'json' && body !== null && !isJson(body)) {
    refuse(['body'], body, 'must be JSON with the bodyType "json"')
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
