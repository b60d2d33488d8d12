/** Addresses of the image candidates in a srcset attribute, as written, in order.
 *  Source: HTML standard, section 4.8.4.3.10 (parsing a srcset attribute); what descriptors say is not read
 *  @param max after which the rest is left out */
export function srcsetUrls(srcset: string, max: number): string[] {
  const urls: string[] = []
  let at = 0
  while (urls.length < max) {
    while (at < srcset.length && /[\t\n\f\r ,]/.test(srcset.charAt(at))) at += 1
    if (at >= srcset.length) break
    const start = at
    while (at < srcset.length && !/[\t\n\f\r ]/.test(srcset.charAt(at))) at += 1
    const url = srcset.slice(start, at)
    let end = url.length
    while (end > 0 && url[end - 1] === ',') end -= 1
    urls.push(url.slice(0, end))
    // A comma at its end is the candidate's end; else descriptors follow up to one outside parentheses.
    if (end === url.length) at = endOfDescriptors(srcset, at)
  }
  return urls
}

function endOfDescriptors(srcset: string, from: number): number {
  let isInParentheses = false
  for (let at = from; at < srcset.length; at += 1) {
    const character = srcset[at]
    if (character === ',' && !isInParentheses) return at + 1
    if (character === '(') isInParentheses = true
    else if (character === ')') isInParentheses = false
  }
  return srcset.length
}
