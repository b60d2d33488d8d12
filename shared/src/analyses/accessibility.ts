import { z } from 'zod'
import { FETCHED_PAGE } from './fetched-page.ts'

const count = z.int().min(0)
/** How much a defect keeps people from using a page. Source: axe-core's impacts */
export const IMPACTS = ['minor', 'moderate', 'serious', 'critical'] as const

const Rule = z.object({
  id: z.string().max(100).meta({ description: 'Name of the rule.', example: 'image-alt' }),
  impact: z
    .enum(IMPACTS)
    .meta({ description: 'How much it keeps people from using the page.', example: 'critical' }),
  description: z.string().max(1_000).meta({
    description: 'What the rule asks for.',
    example: 'Ensure <img> elements have alternative text or a role of none or presentation',
  }),
  help: z
    .string()
    .max(1_000)
    .meta({ description: 'The rule in a sentence.', example: 'Images must have alternative text' }),
  helpUrl: z.string().max(1_000).nullable().meta({
    description: 'Where it is explained.',
    example: 'https://dequeuniversity.com/rules/axe/4.14/image-alt?application=axeAPI',
  }),
  tags: z
    .array(z.string().max(100))
    .max(100)
    .meta({
      description: 'Standards it belongs to.',
      example: ['cat.text-alternatives', 'wcag2a', 'wcag111'],
    }),
  wcag: z
    .array(z.string().max(10))
    .max(50)
    .meta({
      description: 'Success criteria of WCAG 2 it is about.',
      example: ['1.1.1'],
    }),
  count: count.meta({ description: 'How many elements it found.', example: 1 }),
  nodes: z
    .array(
      z.object({
        html: z
          .string()
          .max(400)
          .meta({ description: 'Opening tag of the element.', example: '<img src="/logo.svg">' }),
        target: z.string().max(2_000).meta({
          description:
            'A CSS selector that finds it; " >>> " leads into the shadow tree of what stands before it.',
          example: 'html > body > header:nth-of-type(1) > img:nth-of-type(1)',
        }),
        summary: z.string().max(5_000).meta({
          description: 'What is wrong and how to mend it.',
          example: 'Fix any of the following:\n  Element does not have an alt attribute',
        }),
      }),
    )
    .max(20)
    .meta({ description: 'The first 20 of them.' }),
})

/** One rule that a page breaks, or may break, as whoever judged it tells it. */
export const FoundRule = Rule.omit({ wcag: true })

/** Source: analyses design, "accessibility" */
export const AccessibilityResult = z.object({
  ...FETCHED_PAGE,
  score: z.int().min(0).max(100).meta({
    description:
      'Share of the applicable rules that pass, by weight: minor 1, moderate 3, serious 7, critical 10.',
    example: 94,
  }),
  grade: z.enum(['A', 'B', 'C', 'D', 'F']).meta({
    description: 'A from 90, B from 80, C from 70, D from 60, else F.',
    example: 'A',
  }),
  engine: z.string().max(100).meta({ description: 'Whose rules.', example: 'axe-core 4.14.1' }),
  summary: z
    .object({
      violations: count.meta({ description: 'Rules that are broken.', example: 1 }),
      passes: count.meta({ description: 'Rules that are kept.', example: 2 }),
      incomplete: count.meta({ description: 'Rules that a person has to judge.' }),
      inapplicable: count.meta({
        description: 'Rules about what the page does not have.',
        example: 92,
      }),
      critical: count.meta({ description: 'Broken rules of critical impact.', example: 1 }),
      serious: count.meta({ description: 'Broken rules of serious impact.' }),
      moderate: count.meta({ description: 'Broken rules of moderate impact.' }),
      minor: count.meta({ description: 'Broken rules of minor impact.' }),
    })
    .meta({ description: 'How many rules came out how.' }),
  violations: z.array(Rule).max(200).meta({ description: 'Broken rules, the gravest first.' }),
  incomplete: z.array(Rule).max(200).meta({ description: 'Rules that a person has to judge.' }),
  passes: z
    .array(z.string().max(100))
    .max(200)
    .meta({ description: 'Names of rules kept.', example: ['document-title', 'html-has-lang'] }),
  notTested: z
    .array(z.string().max(100))
    .max(200)
    .meta({
      description:
        'Rules that cannot be judged without style sheets (contrast of colours, sizes), or that our own rules, which judge where axe-core cannot, leave out.',
      example: ['color-contrast', 'target-size'],
    }),
})
