import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

/** The delay of the theme's tooltips (ms). */
const openDelayMs = 400

interface Tip {
  target: HTMLElement
  label: string
}

/**
 * One tooltip for every element with `data-tip`, its text. A tooltip of its own costs an element about a millisecond to
 * mount, which the conversation's many buttons cannot afford. The text repeats the accessible name, so it is not announced.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null)

  useEffect(() => {
    let over: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = () => {
      clearTimeout(timer)
      setTip(null)
    }
    const enter = ({ target, pointerType }: PointerEvent) => {
      const next = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      if (next === over) return
      over = next
      leave()
      if (next === null || pointerType === 'touch') return
      timer = setTimeout(() => {
        const label = next.dataset['tip']
        if (next.isConnected && label !== undefined) setTip({ target: next, label })
      }, openDelayMs)
    }
    const options = { capture: true, passive: true }
    document.addEventListener('pointerover', enter, options)
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, leave, options)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', enter, options)
      for (const type of ['pointerdown', 'keydown']) document.removeEventListener(type, leave, options)
    }
  }, [])

  return tip === null ? null : <Tooltip key={tip.label} opened target={tip.target} label={tip.label} />
}
