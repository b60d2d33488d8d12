/** A page's document after its scripts ran, or why there is none, a sentence for people. */
export type RenderedDocument =
  | {
      readonly html: string
      /** The page was loaded, and got all that it asked for; else it is read as far as it came. */
      readonly isComplete: boolean
      /** Where its scripts, or the server's answer to the browser, led: it is the document of that address. Absent where it is
       *  the page's own. */
      readonly ledTo?: string
    }
  | { readonly html: null; readonly reason: string }
