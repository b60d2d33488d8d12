import type { Analysis } from './analysis.ts'

/** Field data is the controller's to add: it has the key for it. */
const NO_FIELD_DATA = { hasFieldData: false, url: null, origin: null } as const

/** What Lighthouse measures of a page. Source: contract, "Lab performance result" */
export const lighthouseAnalysis: Analysis<'lighthouse', 'lab'> = {
  needs: ['lab'],
  analyse({ lab }, { device }) {
    const { fetchedUrl, statusCode, lighthouseVersion, complete, ...figures } = lab.findings
    const { scores, metrics, opportunities, diagnostics } = figures
    return {
      url: lab.askedUrl,
      fetchedUrl,
      statusCode,
      strategy: device,
      lighthouseVersion,
      complete,
      scores,
      metrics,
      fieldData: NO_FIELD_DATA,
      opportunities,
      diagnostics,
    }
  },
}
