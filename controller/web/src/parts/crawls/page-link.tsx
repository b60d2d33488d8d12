import { Link } from '@tanstack/react-router'

/** A page of a crawl, by its address. */
export function PageLink({ jobId, url }: { jobId: string; url: string }) {
  return (
    <Link
      to="/crawls/$jobId/page"
      params={{ jobId }}
      search={{ url } as never}
      className="break-all hover:text-accent hover:underline"
    >
      {url}
    </Link>
  )
}
