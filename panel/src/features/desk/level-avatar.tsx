import { useEffect, useRef } from 'react'
import type { Store } from '@parley/client/state/store'
import type { ConversationCustomer } from '@parley/protocol/conversation'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './level-avatar.module.css'

/** The other side's face, with a ring as wide as they are loud. */
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

/** A bar that is as long as this side is loud: whether the right microphone is on. */
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

/** Ten times a second: written to the element, with no drawing of React's. */
function useLevel(element: { current: HTMLElement | null }, level: Store<number>): void {
  useEffect(() => {
    const write = () => element.current?.style.setProperty('--level', level.get().toFixed(3))
    write()
    return level.subscribe(write)
  }, [element, level])
}
