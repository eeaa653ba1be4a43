import { Button, VisuallyHidden } from '@mantine/core'
import { IconFilterOff, IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ResendInput } from '@parley/protocol/webhook'
import { useTexts } from '../../i18n/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageEnd } from '../../ui/page-end.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useTitle } from '../../ui/title.ts'
import { deliveryListQuery } from './delivery-queries.ts'
import { isFiltered, type DeliverySearch } from './delivery-search.ts'
import { DeliverySheet } from './delivery-sheet.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ResendMatching } from './resend-matching.tsx'
import { mayResend } from './resendable.ts'

const route = getRouteApi('/o/$organizationId/settings/deliveries')

/** Webhook deliveries with filters and a detail sheet. */
export function DeliveriesPage() {
  const texts = useTexts().deliveries
  return (
    <SettingsPage title={texts.title} lead={texts.lead} admins inParts>
      <Deliveries />
    </SettingsPage>
  )
}

function Deliveries() {
  const texts = useTexts().deliveries
  const navigate = useNavigate()
  const { organizationId } = route.useParams()
  const search = route.useSearch()
  const deliveryId = useParams({ strict: false, select: (params) => params.deliveryId })
  useTitle(deliveryId === undefined ? texts.title : texts.sheet)

  const show = (next: DeliverySearch) =>
    void navigate({
      to: '/o/$organizationId/settings/deliveries',
      params: { organizationId },
      search: next,
      replace: true,
    })
  const list = useInfiniteQuery({
    ...deliveryListQuery(organizationId, search),
    // Keep the last result visible while another filter loads.
    placeholderData: (before) => before,
  })
  const deliveries = list.data?.pages.flatMap(({ data }) => data)
  // With the filter of the first request, as a period ends now.
  const [resend, setResend] = useState<{ of: string; rest: ResendInput | null }>()
  const filter = JSON.stringify(search)
  const rest = resend?.of === filter ? resend.rest : null
  const resendable =
    rest !== null || mayResend(search, deliveries ?? [], list.hasNextPage, list.dataUpdatedAt)
  return (
    <>
      <FilterBar search={search} onSearch={show}>
        {resendable ? (
          <ResendMatching
            search={search}
            rest={rest}
            onRest={(left) => setResend({ of: filter, rest: left })}
          />
        ) : null}
      </FilterBar>
      {deliveries === undefined ? (
        list.isError ? (
          <LoadError error={list.error} retry={() => void list.refetch()} />
        ) : (
          <RowSkeletons count={8} />
        )
      ) : deliveries.length === 0 ? (
        <Nothing filtered={isFiltered(search)} onClear={() => show({})} />
      ) : (
        <div aria-busy={list.isPlaceholderData}>
          <VisuallyHidden component="output">{texts.shown(deliveries.length)}</VisuallyHidden>
          <DeliveryTable deliveries={deliveries} search={search} current={deliveryId} />
          <PageEnd list={list} />
        </div>
      )}
      <DeliverySheet
        deliveryId={deliveryId}
        onClose={() =>
          void navigate({
            to: '/o/$organizationId/settings/deliveries',
            params: { organizationId },
            search,
          })
        }
      />
    </>
  )
}

function Nothing(props: { filtered: boolean; onClear: () => void }) {
  const texts = useTexts().deliveries
  const { organizationId } = route.useParams()
  if (props.filtered) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title={texts.noMatchTitle}
        text={texts.noMatchText}
        action={
          <Button variant="default" onClick={props.onClear}>
            {texts.clear}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={IconSend}
      title={texts.noneTitle}
      text={texts.noneText}
      action={
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/o/$organizationId/settings/webhooks" params={{ organizationId }} {...props} />
          )}
        >
          {texts.toWebhooks}
        </Button>
      }
    />
  )
}
