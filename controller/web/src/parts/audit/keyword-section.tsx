import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnalysisOf } from '../../data/analyses.ts'
import { analysisQuery } from '../../data/analyses.ts'
import type { AuditSource } from '../../data/audits.ts'
import { countWords, densityWords, numberWords } from '../../words/durations.ts'
import { scoreTone } from '../charts/score-ring.tsx'
import { classes } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { Segments } from '../controls/segments.tsx'
import { TextField } from '../controls/text-field.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Section } from './section.tsx'

type Density = AnalysisOf<'keyword-density'>
type Findings = AnalysisOf<'keyword-analysis'>['keywords'][number]

const LENGTHS = [
  { value: '1', text: 'Words' },
  { value: '2', text: 'Two' },
  { value: '3', text: 'Three' },
] as const
type Length = (typeof LENGTHS)[number]['value']
const SHOWN = 10

/** What the page speaks of, and how well it fits what somebody searches for. */
export function KeywordSection({ source }: { source: AuditSource }) {
  const [length, setLength] = useState<Length>('2')
  const [typed, setTyped] = useState('')
  const [keywords, setKeywords] = useState('')
  return (
    <Section
      source={source}
      part="keyword-density"
      actions={
        <Segments label="Length of phrases" choices={LENGTHS} value={length} onChange={setLength} />
      }
    >
      {({ ngrams }) => (
        <>
          <Terms terms={ngrams[length].slice(0, SHOWN)} />
          {source.isLive ? (
            <form
              className="mt-4 flex flex-wrap items-end gap-2"
              onSubmit={(event) => {
                event.preventDefault()
                setKeywords(typed.trim())
              }}
            >
              <TextField
                label="How well does it fit"
                placeholder="garden tools, spade"
                className="min-w-40 flex-1"
                value={typed}
                onChange={setTyped}
              />
              <Button type="submit" isDisabled={typed.trim() === ''}>
                Look
              </Button>
            </form>
          ) : null}
          {keywords === '' ? null : <Fit url={source.audit.url} keywords={keywords} />}
        </>
      )}
    </Section>
  )
}

function Terms({ terms }: { terms: Density['ngrams']['1'] }) {
  if (terms.length === 0) return <p className="text-sm text-ink-soft">None occurs twice.</p>
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">The most frequent</caption>
      <thead className="text-left text-xs text-ink-faint">
        <tr>
          <th scope="col" className="pb-1 font-medium">
            Phrase
          </th>
          <th scope="col" className="pb-1 text-right font-medium">
            Times
          </th>
          <th scope="col" className="pb-1 text-right font-medium">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {terms.map((known) => (
          <tr key={known.term} className="border-t border-line align-top">
            <th scope="row" className="py-1 pr-3 text-left font-normal break-words">
              {known.term}
              <span className="block text-xs text-ink-faint">{placesOf(known)}</span>
            </th>
            <td className="numbers py-1 text-right">{numberWords(known.count)}</td>
            <td className="numbers py-1 text-right text-ink-faint">
              {densityWords(known.density)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Where a phrase stands besides the text. */
function placesOf({ inTitle, inDescription, inHeadings, inUrl }: Density['ngrams']['1'][number]) {
  const places = [
    inTitle ? 'title' : '',
    inHeadings ? 'heading' : '',
    inDescription ? 'description' : '',
    inUrl ? 'address' : '',
  ].filter((place) => place !== '')
  return places.length === 0 ? 'in the text alone' : `also in: ${places.join(', ')}`
}

function Fit({ url, keywords }: { url: string; keywords: string }) {
  const query = useQuery(analysisQuery('keyword-analysis', url, { keywords }))
  return (
    <div className="mt-3">
      <Loaded query={query}>
        {(result) => (
          <ul className="space-y-3">
            {result.keywords.map((findings) => (
              <Keyword key={findings.keyword} findings={findings} />
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}

function Keyword({ findings: { keyword, score, count, issues } }: { findings: Findings }) {
  return (
    <li className="text-sm">
      <p>
        <strong className={classes('numbers mr-2', scoreTone(score))}>{score}</strong>
        <span className="font-medium break-words">{keyword}</span>{' '}
        <span className="text-xs text-ink-faint">
          {count === 0 ? 'not in the text' : `${countWords(count, 'time')} in the text`}
        </span>
      </p>
      {issues.length === 0 ? null : (
        <ul className="list-disc pl-8 text-xs text-ink-soft">
          {issues.map((issue) => (
            <li key={issue}>{issue}</li>
          ))}
        </ul>
      )}
    </li>
  )
}
