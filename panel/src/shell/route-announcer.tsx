import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import classes from './route-announcer.module.css'

/**
 * Announces page changes to screen readers. After a change of organization, whose page may have the same title, it adds the
 * organization's name, and focuses the page: what had the focus was unmounted.
 */
export function RouteAnnouncer({
  organization: { id, name },
}: {
  organization: { id: string; name: string }
}) {
  const router = useRouter()
  const [announced, setAnnounced] = useState({ id, title: '', text: '' })
  const announce = useEffectEvent(() => {
    const title = document.title.replace(/^\(\d+\) /, '')
    const isOther = id !== announced.id
    if (!isOther && title === announced.title) return
    setAnnounced({ id, title, text: isOther ? `${name}: ${title}` : title })
    if (isOther && document.activeElement === document.body) document.querySelector('main')?.focus()
  })
  useEffect(() => router.subscribe('onRendered', () => announce()), [router])
  return (
    <output className={classes.spoken} aria-live="polite">
      {announced.text}
    </output>
  )
}
