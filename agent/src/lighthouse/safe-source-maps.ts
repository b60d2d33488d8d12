import SourceMaps from 'lighthouse/core/gather/gatherers/source-maps.js'

/** More scripts have no maps that are worth their requests. */
const MAX_FETCHED = 50

/** Lighthouse's gatherer of source maps, which would have the browser read whatever a script names as its
 *  map: files of the machine too. */
export class SafeSourceMaps extends SourceMaps {
  #fetched = 0

  override async fetchSourceMap(
    ...[driver, url]: Parameters<SourceMaps['fetchSourceMap']>
  ): ReturnType<SourceMaps['fetchSourceMap']> {
    this.#fetched += 1
    const isWeb = ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '')
    if (!isWeb || this.#fetched > MAX_FETCHED) throw new Error('not fetched')
    return super.fetchSourceMap(driver, url)
  }
}
