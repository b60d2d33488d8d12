import type { AnalysisOf } from '../../data/analyses.ts'
import type { AuditSource } from '../../data/audits.ts'
import { numberWords } from '../../words/durations.ts'
import { scoreTone } from '../charts/score-ring.tsx'
import { classes } from '../class-names.ts'
import { certificateWords, cookieFaults } from './security-words.ts'
import { Fact } from './fact.tsx'
import { Section } from './section.tsx'

type Result = AnalysisOf<'security-headers'>

/** Of cookies, addresses and headers. */
const MOST_NAMED = 10

export function SecuritySection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="security-headers">
      {(result) => (
        <div className="space-y-4 text-sm">
          <p>
            <span className={classes('text-2xl font-semibold', scoreTone(result.score))}>
              {result.grade}
            </span>{' '}
            <span className="text-ink-faint">
              {result.score} points; 100 is good, extras give more
            </span>
          </p>
          <FailedTests tests={result.tests} />
          <Connection https={result.https} />
          <Named
            title={`Loaded without https${result.mixedContent.upgraded ? ', which the page turns into https' : ''}`}
            named={[...result.mixedContent.active, ...result.mixedContent.passive]}
          />
          <Named title="Cookies" named={cookieFaults(result.cookies)} />
          <Named
            title="Headers that tell attackers what it is made with"
            named={result.headers.leaking.map(({ name, value }) => `${name}: ${value}`)}
          />
        </div>
      )}
    </Section>
  )
}

function FailedTests({ tests }: Pick<Result, 'tests'>) {
  const failed = Object.entries(tests).filter(([, { pass }]) => !pass)
  if (failed.length === 0) return null
  return (
    <ul aria-label="What costs points" className="space-y-1.5">
      {failed.map(([name, { description, scoreModifier }]) => (
        <li key={name} className="flex items-baseline gap-3">
          <span className="numbers w-9 shrink-0 text-right text-xs font-semibold text-down">
            {scoreModifier}
          </span>
          <span className="min-w-0 break-words">{description}</span>
        </li>
      ))}
    </ul>
  )
}

function Connection({ https }: Pick<Result, 'https'>) {
  const certificate = certificateWords(https.certificate)
  return (
    <dl className="space-y-1.5">
      <Fact name="Https">
        {https.enabled ? (https.tlsVersion ?? 'yes') : <b className="text-down">no</b>}
        {https.redirectsFromHttp === false ? (
          <span className="text-down">, and http does not lead there</span>
        ) : null}
        {https.preloaded === true ? ', known to browsers from the first visit on' : ''}
      </Fact>
      {certificate === null ? null : (
        <Fact name="Certificate">
          <span className={certificate.isBad ? 'text-down' : undefined}>{certificate.text}</span>
        </Fact>
      )}
    </dl>
  )
}

/** A list of what is wrong; nothing where nothing is. */
function Named({ title, named }: { title: string; named: readonly string[] }) {
  if (named.length === 0) return null
  const rest = named.length - MOST_NAMED
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 space-y-1 text-xs">
        {[...new Set(named)].slice(0, MOST_NAMED).map((each) => (
          <li key={each} className="break-all text-ink-soft">
            {each}
          </li>
        ))}
        {rest > 0 ? <li className="text-ink-faint">and {numberWords(rest)} more</li> : null}
      </ul>
    </section>
  )
}
