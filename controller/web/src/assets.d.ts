// Styles are imported for what they do to the page.
declare module '*.css'
// A picture is where it is served from.
declare module '*.svg' {
  const address: string
  export default address
}
