import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import classes from './skeletons.module.css'

const list = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Placeholder rows for people or conversations. */
export function RowSkeletons({ count = 4 }: { count?: number }) {
  return (
    <Loading>
      {list(count).map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton circle height={36} />
          <div className={classes.lines}>
            <Skeleton height={12} width={`${38 - (row % 3) * 7}%`} />
            <Skeleton height={10} width={`${72 - (row % 4) * 9}%`} />
          </div>
        </div>
      ))}
    </Loading>
  )
}

/** Placeholder for a form. */
export function FormSkeleton({ fields = 3 }: { fields?: number }) {
  return (
    <Loading>
      {list(fields).map((field) => (
        <div key={field} className={classes.field}>
          <Skeleton height={12} width={96} />
          <Skeleton height={36} />
        </div>
      ))}
    </Loading>
  )
}

/** Placeholder for a page. */
export function PageSkeleton() {
  return (
    <Loading>
      <div className={classes.page}>
        <Skeleton height={20} width={180} />
        <Skeleton height={12} width="min(420px, 90%)" mb={24} />
        {list(3).map((field) => (
          <div key={field} className={classes.field}>
            <Skeleton height={12} width={96} />
            <Skeleton height={36} maw={420} />
          </div>
        ))}
      </div>
    </Loading>
  )
}

function Loading({ children }: { children: ReactNode }) {
  const texts = useTexts()
  return (
    <output className={classes.loading} aria-label={texts.shell.states.loading}>
      {children}
    </output>
  )
}
