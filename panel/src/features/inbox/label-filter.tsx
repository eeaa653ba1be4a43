import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/i18n.tsx'
import { searchOf, type InboxLocation } from '../../navigation/inbox-location.ts'
import { labelsQuery } from '../../queries/label-queries.ts'
import { LabelChip } from '../../ui/label-chip.tsx'
import { LabelPicker } from '../../ui/label-picker.tsx'
import classes from './label-filter.module.css'

/** Filters the list by one label. The filter is in the URL. Hidden while the organization has no labels. */
export function LabelFilter({
  inbox,
  conversationId,
}: {
  inbox: InboxLocation
  conversationId: string | null
}) {
  const texts = useTexts().inbox.labels
  const navigate = useNavigate()
  const { organizationId, view, label: chosen } = inbox
  const { data: labels = [] } = useQuery(labelsQuery(organizationId))
  const label = labels.find(({ id }) => id === chosen)
  if (chosen === '' && labels.length === 0) return null

  const filterBy = (labelId: string) => {
    const search = searchOf({ ...inbox, label: labelId })
    void (conversationId === null
      ? navigate({ to: '/o/$organizationId/inbox/$view', params: { organizationId, view }, search })
      : navigate({
          to: '/o/$organizationId/inbox/$view/$conversationId',
          params: { organizationId, view, conversationId },
          search,
        }))
  }
  return (
    <div className={classes.filter}>
      <LabelPicker
        chosen={chosen === '' ? [] : [chosen]}
        onToggle={(id) => filterBy(id === chosen ? '' : id)}
        label={texts.filter}
        single
        buttonLabel={label === undefined ? texts.filter : texts.filterIs(label.name)}
      />
      {label !== undefined && (
        <LabelChip label={label} remove={{ label: texts.clearFilter, onClick: () => filterBy('') }} />
      )}
    </div>
  )
}
