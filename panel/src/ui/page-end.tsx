import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { problemText } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'
import classes from './page-end.module.css'
import { RowSkeletons } from './skeletons.tsx'

/** The part of an infinite query that PageEnd needs. */
interface PagedList {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  isRefetchError: boolean
  error: unknown
  fetchNextPage: () => Promise<unknown>
  refetch: () => Promise<unknown>
}

/**
 * Loads the next page when the end of the list comes near the viewport.
 *
 * @param paused while loaded rows are not shown: the end would stay near the viewport, and all pages would be loaded
 */
export function PageEnd({ list, paused = false }: { list: PagedList; paused?: boolean }) {
  const texts = useTexts()
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, isFetchNextPageError } = list
  // A next page that succeeds would hide that the reload of the list has failed, and end its repeats.
  const failed = isFetchNextPageError || list.isRefetchError
  // Any fetch counts: a live update replaces the request for the next page by one for the whole list.
  const idle = hasNextPage && !isFetching && !failed && !paused
  const more = useEffectEvent(() => void list.fetchNextPage())

  useEffect(() => {
    if (!idle || end.current === null) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) more()
      },
      { rootMargin: '400px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [idle])

  if (!hasNextPage) return null
  return (
    <div ref={end} className={classes.end}>
      {failed ? (
        <div className={classes.failed} role="alert">
          <p>{problemText(texts, list.error)}</p>
          <Button
            variant="default"
            size="xs"
            onClick={() => void (isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
          >
            {texts.actions.retry}
          </Button>
        </div>
      ) : (
        <RowSkeletons count={2} />
      )}
    </div>
  )
}
