import { QA_FROM_QUESTIONS } from '@sightline/shared/analyses/ai-readiness'
import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { PageFacts } from '../../page/facts.ts'
import { isQuestion } from './question-words.ts'

type AnswerEngine = AnalysisResult<'ai-readiness'>['aiSearchReadiness']['answerEngine']

/** Structure that answers can be taken from: questions as headings, tables, steps, and parts that say
 *  what they are. @param language of the page; null when it is not known */
export function judgeStructure(
  { headings, counts }: PageFacts,
  language: string | null,
): AnswerEngine {
  const questions = headings.filter(
    ({ level, text }) => (level === 2 || level === 3) && isQuestion(text, language),
  )
  const { main, article, section } = counts
  return {
    questionHeadings: questions.length,
    hasQAStructure: questions.length >= QA_FROM_QUESTIONS,
    tables: counts.tables,
    orderedLists: counts.orderedLists,
    semanticLandmarks: { main, article, section },
  }
}
