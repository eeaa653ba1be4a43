import { Stack } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './programmatic-focus.module.css'

/** What a dialog shows once after saving. Has the focus: with the form gone, it would go to the body or the close button. */
export function ShownOnce({ children }: { children: ReactNode }) {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <Stack ref={shown} className={classes.holder} gap="md" tabIndex={-1} data-autofocus>
      {children}
    </Stack>
  )
}
