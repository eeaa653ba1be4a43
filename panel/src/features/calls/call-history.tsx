import { Button, VisuallyHidden } from '@mantine/core'
import { IconFilterOff, IconPhone } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { callHistoryQuery } from '../../queries/call-queries.ts'
import { isFiltered, type CallSearch } from '../../queries/call-search.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageEnd } from '../../ui/page-end.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { CallFilters } from './call-filters.tsx'
import classes from './call-history.module.css'
import { CallTable } from './call-table.tsx'

/** Finished calls with filters. */
export function CallHistory({ search, current }: { search: CallSearch; current: string | undefined }) {
  const t = useTexts()
  const texts = t.calls.history
  const navigate = useNavigate()
  const { organization } = useMembership()
  const show = (next: CallSearch) =>
    void navigate({
      to: '/o/$organizationId/calls',
      params: { organizationId: organization.id },
      search: next,
      replace: true,
    })
  const list = useInfiniteQuery({
    ...callHistoryQuery(organization.id, search),
    // Keep the last result visible while another filter loads.
    placeholderData: (before) => before,
  })
  const calls = list.data?.pages.flatMap(({ data }) => data)
  return (
    <section aria-label={texts.title}>
      <h2 className={classes.title}>{texts.title}</h2>
      <CallFilters search={search} onSearch={show} />
      {calls === undefined ? (
        list.isError ? (
          <LoadError error={list.error} retry={() => void list.refetch()} />
        ) : (
          <RowSkeletons count={6} />
        )
      ) : calls.length === 0 ? (
        isFiltered(search) ? (
          <EmptyState
            icon={IconFilterOff}
            title={texts.noMatchTitle}
            text={texts.noMatchText}
            action={
              <Button variant="default" onClick={() => show({})}>
                {texts.clear}
              </Button>
            }
          />
        ) : (
          <EmptyState icon={IconPhone} title={t.calls.now.noneYetTitle} text={t.calls.now.noneYetText} />
        )
      ) : (
        <div aria-busy={list.isPlaceholderData}>
          <VisuallyHidden component="output">{texts.shown(calls.length)}</VisuallyHidden>
          <CallTable calls={calls} search={search} current={current} />
          <PageEnd list={list} />
        </div>
      )}
    </section>
  )
}
