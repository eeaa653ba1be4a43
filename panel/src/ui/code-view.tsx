import { Button } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { loadCode } from '../api/load-code.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { EmptyState } from './empty-state.tsx'
import { LoadError } from './load-error.tsx'

/**
 * A part of a page whose code is downloaded when it is shown. A failure leaves the rest of the page usable. Not with `lazy`: React
 * keeps failures, and the whole page would fail.
 */
export function CodeView<T>(props: {
  /** Unique. */
  name: string
  load: () => Promise<T>
  skeleton?: ReactNode
  /** Another view of the same code announces a failure. */
  quiet?: boolean
  children: (code: T) => ReactNode
}) {
  const code = useQuery({
    queryKey: ['code', props.name],
    queryFn: () => loadCode(props.load),
    staleTime: Infinity,
    gcTime: Infinity,
    // The browser may have the file, and `loadCode` knows why it failed.
    networkMode: 'always',
    // Otherwise the message of a missing file would be announced at every return to the tab.
    refetchOnWindowFocus: ({ state }) => state.error instanceof ApiProblem,
  })
  if (code.data !== undefined) return props.children(code.data)
  if (!code.isError || code.isFetching) return props.skeleton
  const quiet = props.quiet === true
  return code.error instanceof ApiProblem ? (
    <LoadError error={code.error} retry={() => void code.refetch()} quiet={quiet} />
  ) : (
    <Outdated quiet={quiet} />
  )
}

/** As after an upgrade: the code is of a build that is no longer kept. */
function Outdated({ quiet }: { quiet: boolean }) {
  const { states } = useTexts().shell
  return (
    <EmptyState
      icon={IconBolt}
      title={states.failed}
      text={states.brokenText}
      urgent={!quiet}
      action={
        <Button variant="default" onClick={() => location.reload()}>
          {states.reload}
        </Button>
      }
    />
  )
}
