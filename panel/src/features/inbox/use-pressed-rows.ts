import { useEffect, useState, type PointerEvent } from 'react'
import type { Conversation } from '@parley/protocol/conversation'

/** A click follows the release within this time, on touch screens too (ms). */
const clickDelayMs = 100

interface PressedRows {
  rows: readonly Conversation[]
  /** `rows` do not change for now. */
  isHeld: boolean
  onPointerDown: (event: PointerEvent) => void
}

/**
 * Returns the rows as they were when a press began, until it ends: browsers drop a click whose press and release are on
 * different rows.
 *
 * @param listKey names the list; the rows of another list are never held
 */
export function usePressedRows(rows: readonly Conversation[], listKey: string): PressedRows {
  const [pressed, setPressed] = useState<{ list: string; rows: readonly Conversation[] } | null>(null)
  useEffect(() => {
    if (pressed === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const release = () => {
      clearTimeout(timer)
      timer = setTimeout(setPressed, clickDelayMs, null)
    }
    for (const end of releases) addEventListener(end, release)
    return () => {
      for (const end of releases) removeEventListener(end, release)
      clearTimeout(timer)
    }
  }, [pressed])
  const isHeld = pressed?.list === listKey
  const shown = isHeld ? pressed.rows : rows
  return {
    rows: shown,
    isHeld,
    onPointerDown(event) {
      // Left, or middle for a new tab.
      if (event.button <= 1) setPressed({ list: listKey, rows: shown })
    },
  }
}

/** A drag, a context menu and another window can take the release. */
const releases = ['pointerup', 'pointercancel', 'dragend', 'contextmenu', 'blur']
