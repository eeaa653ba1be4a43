/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- scrollable regions must be focusable, and follow the focus */
import type { FocusEvent, ReactNode } from 'react'

/** A table that scrolls within the page, also with the keyboard. */
export function ScrollRegion(props: { className: string | undefined; label: string; children: ReactNode }) {
  return (
    <div className={props.className} role="group" aria-label={props.label} tabIndex={0} onFocus={showFocused}>
      {props.children}
    </div>
  )
}

/** Browsers leave figures that are visible in part where they are. */
function showFocused({ target }: FocusEvent): void {
  // With the mouse it would move away below the pointer.
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
