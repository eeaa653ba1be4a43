import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import classes from './route-announcer.module.css'

/** Says the new page's title to screen readers, as a browser does when a page loads. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () => router.subscribe('onRendered', () => setTitle(document.title.replace(/^\(\d+\) /, ''))),
    [router],
  )
  return (
    <output className={classes.spoken} aria-live="polite">
      {title}
    </output>
  )
}
