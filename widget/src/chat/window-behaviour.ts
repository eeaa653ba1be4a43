import { listen, stopAll } from '@parley/client/browser/listen'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { phone } from '../phone.ts'

/**
 * Whether the window fills the screen. It is then fitted to the visual viewport, which shrinks when the keyboard opens;
 * the layout viewport, which CSS uses, does not shrink on iOS.
 */
export function useFullScreen(frame: RefObject<HTMLElement | null>): boolean {
  const [full, setFull] = useState(fillsScreen)
  useEffect(() => {
    const query = matchMedia(phone)
    const viewport = window.visualViewport
    const element = frame.current
    const fit = () => {
      setFull(query.matches)
      // Pinch zoom must not change the layout.
      if (!viewport || viewport.scale !== 1) return
      element?.style.setProperty('--height', `${viewport.height}px`)
      element?.style.setProperty('--top', `${viewport.offsetTop}px`)
    }
    fit()
    return stopAll(
      listen(query, 'change', fit),
      ...(viewport ? [listen(viewport, 'resize', fit), listen(viewport, 'scroll', fit)] : []),
    )
  }, [frame])
  return full
}

export const fillsScreen = () => matchMedia(phone).matches

/**
 * Focuses the text field, except on a phone, where the keyboard would cover half of the messages; while a dialog covers
 * the chat, the dialog's first button.
 */
export function takeFocus(frame: HTMLElement | null): void {
  const field = fillsScreen() ? '' : ':not([inert]) > .composer textarea,'
  const target = frame?.querySelector<HTMLElement>(`${field}[inert] ~ * button`) ?? frame
  target?.focus()
}

/**
 * Focuses the button of a dialog over the chat once the dialog is shown. Until it is closed, the chat is inert; however it
 * is closed, focus returns from it to the text field. The focus is not taken from a field of the page.
 */
export function useModal(isShown: boolean, button: RefObject<HTMLElement | null>): void {
  // Before the first paint, so that Escape works as soon as the dialog is visible.
  useLayoutEffect(() => {
    const frame = button.current?.closest<HTMLElement>('.window')
    if (!frame) return undefined
    const inside = frame.querySelector<HTMLElement>('.inside')!
    // Keys for a text that is being written do not press the button.
    if (!document.querySelector('body :focus'))
      (frame.querySelector<HTMLTextAreaElement>(':focus')?.value ? frame : button.current)?.focus()
    inside.inert = true
    return () => {
      inside.inert = false
      if (frame.matches(':focus-within')) takeFocus(frame)
    }
  }, [isShown, button])
}

/** Focus trap for the full-screen window. */
export function keepFocusInside(event: KeyboardEvent): void {
  if (event.key !== 'Tab') return
  const frame = event.currentTarget as HTMLElement
  const stops = [...frame.querySelectorAll<HTMLElement>(':not(:disabled, [inert] *)')].filter(
    (stop) => stop.tabIndex >= 0 && stop.getClientRects().length > 0,
  )
  if (event.shiftKey) stops.reverse()
  if (event.target !== stops.at(-1) && !(event.shiftKey && event.target === frame)) return
  event.preventDefault()
  stops[0]?.focus()
}

/** Accepts dropped files. `dropping`: files are being dragged over the window. */
export function useFileDrop(take: (files: FileList) => void) {
  // dragenter of a child fires before dragleave of its parent, so the depth counts both.
  const [depth, setDepth] = useState(0)
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  const move = (step: number) => (event: DragEvent) => {
    if (carriesFiles(event)) setDepth((before) => Math.max(0, before + step))
  }
  return {
    dropping: depth > 0,
    onDragEnter: move(1),
    onDragLeave: move(-1),
    onDragOver(event: DragEvent) {
      if (carriesFiles(event)) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setDepth(0)
      if (event.dataTransfer) take(event.dataTransfer.files)
    },
  }
}
