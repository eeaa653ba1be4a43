import { useEffect, useRef } from 'react'
import type { Store } from '@parley/client/state/store'
import type { ConversationCustomer } from '@parley/protocol/conversation'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './level-avatar.module.css'

/** The customer's avatar with a ring that shows their audio level. */
export function LevelAvatar(props: { customer: ConversationCustomer; level: Store<number>; size: number }) {
  const { customer, level, size } = props
  const ring = useRef<HTMLSpanElement>(null)
  useLevel(ring, level)
  return (
    <span ref={ring} className={classes.face}>
      <Avatar id={customer.id} name={customer.name} avatarUrl={customer.avatar_url} size={size} />
    </span>
  )
}

/** Microphone level meter. */
export function LevelBar({ level, label }: { level: Store<number>; label: string }) {
  const bar = useRef<HTMLDivElement>(null)
  useLevel(bar, level)
  return (
    <div className={classes.labelled}>
      <span>{label}</span>
      <div ref={bar} className={classes.bar} aria-hidden />
    </div>
  )
}

/** Ten updates per second, written to the element without rendering. */
function useLevel(element: { current: HTMLElement | null }, level: Store<number>): void {
  useEffect(() => {
    const write = () => element.current?.style.setProperty('--level', level.get().toFixed(3))
    write()
    return level.subscribe(write)
  }, [element, level])
}
