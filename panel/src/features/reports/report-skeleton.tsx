import { Skeleton } from '@mantine/core'
import { useTexts } from '../../i18n/i18n.tsx'
import classes from './report-page.module.css'

/** Placeholder for figures and charts. */
export function ReportSkeleton() {
  const { shell } = useTexts()
  return (
    <output className={classes.skeleton} aria-label={shell.states.loading}>
      <div className={classes.skeletonFigures}>
        {[0, 1, 2, 3, 4].map((figure) => (
          <Skeleton key={figure} height={64} />
        ))}
      </div>
      <Skeleton height={240} />
      <Skeleton height={240} />
    </output>
  )
}
