// Ends with 0 when an address answers 200, else with 1 and what it said: the image has no curl.
//   node deploy/images/healthy.js URL
const url = process.argv[2] ?? ''
try {
  const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) })
  console.log(`${answer.status} ${await answer.text()}`)
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.log(`${url} does not answer: ${error.cause?.message ?? error.message}`)
  process.exitCode = 1
}
