// Styles are imported for what they do to the page.
declare module '*.css'
// Or read as they are written.
declare module '*.css?raw' {
  const text: string
  export default text
}
// A picture is where it is served from.
declare module '*.svg' {
  const address: string
  export default address
}
// So is a program for all tabs.
declare module '*?sharedworker&url' {
  const address: string
  export default address
}
