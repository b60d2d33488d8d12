/** What a page asks the API for at once when its address says nothing more, by its path in the router. The controller
 *  has the browser ask for it along with the scripts; who is signed in is asked for on all of them.
 *  A page that is not here asks when its script runs. */
export const FIRST_READS: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/v1/overview'],
  '/monitors': ['/api/v1/monitors?sort=status&order=asc&page=1&per=100&beats=40'],
  '/monitors/$monitorId': ['/api/v1/monitors/$monitorId'],
  '/audit/$auditId': ['/api/v1/audits/$auditId'],
  '/outages/$outageId': ['/api/v1/outages/$outageId'],
}

/** Monitors that are looked at together. */
const TOGETHER = ['/api/v1/monitors?sort=status&order=asc&page=1&per=200&beats=24'] as const

/** What is asked for instead where the person chose so, by the path: the choice's cookie, and the reads by its value. */
export const CHOSEN_READS: Readonly<
  Record<
    string,
    { readonly cookie: string; readonly reads: Readonly<Record<string, readonly string[]>> }
  >
> = {
  '/monitors': { cookie: 'monitorsLook', reads: { groups: TOGETHER, tiles: TOGETHER } },
}
