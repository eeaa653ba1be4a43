import { Button, Loader } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { TimelineView } from '@parley/client/timeline/timeline-view'
import { useTexts } from '../../../i18n/i18n.tsx'
import classes from './log-start.module.css'

interface LogStartProps {
  scroller: RefObject<HTMLElement | null>
  name: string
  more: boolean
  older: TimelineView['older']
  /** Number of items: after a short page there may be space for another. */
  count: number
  loadOlder: () => Promise<void>
}

/** Loads older messages when the top comes near the viewport. */
export function LogStart({ scroller, name, more, older, count, loadOlder }: LogStartProps) {
  const t = useTexts()
  const texts = t.inbox.conversation.log
  const top = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => void loadOlder())

  useEffect(() => {
    if (!more || older !== 'idle' || top.current === null) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) load()
      },
      { root: scroller.current, rootMargin: '600px 0px 0px' },
    )
    observer.observe(top.current)
    return () => observer.disconnect()
    // The observer reports changes only: after a short page the top may still be visible.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [scroller, more, older, count])

  return (
    <div ref={top} className={classes.start}>
      {older === 'failed' ? (
        <>
          <span role="alert">{texts.olderFailed}</span>
          <Button variant="default" size="xs" onClick={() => void loadOlder()}>
            {t.actions.retry}
          </Button>
        </>
      ) : more ? (
        <Loader size="sm" color="gray" type="dots" aria-label={texts.older} />
      ) : count > 0 ? (
        texts.beginning(name)
      ) : null}
    </div>
  )
}
