import { useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import classes from './popup-on-use.module.css'

/** Attributes of the button that replaces the popup's target until its first use. */
export interface UnusedTarget {
  'aria-haspopup': 'menu' | 'listbox' | 'dialog'
  'aria-expanded'?: false
  onClick: () => void
}

/** For the button of a popup. Mantine's targets pass further attributes, to be passed on. */
export type TargetButtonProps = Partial<UnusedTarget> & {
  id?: string | undefined
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
}

/**
 * A plain button until it is first pressed, then a popup with the same button as its target, opened. A closed popup costs
 * a few milliseconds to mount, and a conversation has nine of them.
 * @param renderTarget the button
 * @param children the popup, with its target
 */
export function PopupOnUse(props: {
  kind: UnusedTarget['aria-haspopup']
  renderTarget: (attributes: UnusedTarget) => ReactNode
  children: ReactNode
}) {
  const { kind, renderTarget, children } = props
  const [isUsed, setUsed] = useState(false)
  const place = useRef<HTMLSpanElement>(null)

  // The press that was meant for the popup. Before paint, so that the focus is never lost.
  useLayoutEffect(() => {
    const button = isUsed ? place.current?.querySelector('button') : null
    button?.focus({ preventScroll: true })
    button?.click()
  }, [isUsed])

  return (
    <span ref={place} className={classes.place}>
      {isUsed
        ? children
        : renderTarget({
            'aria-haspopup': kind,
            // Like Mantine's targets.
            ...(kind !== 'listbox' && { 'aria-expanded': false }),
            onClick: () => setUsed(true),
          })}
    </span>
  )
}
