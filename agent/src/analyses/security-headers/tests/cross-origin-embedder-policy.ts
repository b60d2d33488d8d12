import { headerText } from '../../../page/content-type.ts'
import type { Outcome, SecurityTest } from '../security-test.ts'
import { verdict } from '../security-test.ts'
import { readStructuredToken } from '../structured-token.ts'

const OUTCOMES = {
  'coep-implemented-with-require-corp': {
    passes: true,
    modifier: 10,
    description: 'Only resources that agree to it are loaded from other origins.',
  },
  'coep-implemented-with-credentialless': {
    passes: true,
    modifier: 10,
    description: 'Resources of other origins are asked for without cookies.',
  },
  'coep-implemented-with-unsafe-none': {
    passes: true,
    modifier: 0,
    description: 'Resources of other origins are loaded without condition (unsafe-none).',
  },
  'coep-not-implemented': {
    passes: true,
    modifier: 0,
    description: 'Cross-Origin-Embedder-Policy is missing.',
  },
  'coep-header-invalid': {
    passes: false,
    modifier: -5,
    description: 'Cross-Origin-Embedder-Policy holds no value that browsers know.',
  },
} as const satisfies Record<string, Outcome>

function resultOf(header: string | null): keyof typeof OUTCOMES {
  if (header === null || header === '') return 'coep-not-implemented'
  switch (readStructuredToken(header)) {
    case 'require-corp':
      return 'coep-implemented-with-require-corp'
    case 'credentialless':
      return 'coep-implemented-with-credentialless'
    case 'unsafe-none':
      return 'coep-implemented-with-unsafe-none'
    default:
      return 'coep-header-invalid'
  }
}

/** Source: HTTP Observatory, test "cross-origin-embedder-policy"; HTML, "Cross-origin embedder
 *  policies" */
export const testCrossOriginEmbedderPolicy: SecurityTest = ({ page }) => {
  const header = headerText(page.headers, 'cross-origin-embedder-policy')
  return verdict(OUTCOMES, resultOf(header), header)
}
