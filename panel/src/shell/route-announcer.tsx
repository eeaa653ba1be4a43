import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import classes from './route-announcer.module.css'

/** Announces page changes to screen readers. */
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
