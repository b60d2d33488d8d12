/** How the agent is named in robots.txt: the product of its User-Agent, without version.
 *  Source: RFC 9309, section 2.2.1 */
export const PRODUCT_TOKEN = 'Sightline'
