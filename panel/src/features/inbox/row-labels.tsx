import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/i18n.tsx'
import { labelsQuery } from '../../queries/label-queries.ts'
import { LabelChip } from '../../ui/label-chip.tsx'

/** Rows stay one line: further labels are only counted. */
const shownLabels = 2

export function RowLabels({ organizationId, ids }: { organizationId: string; ids: readonly string[] }) {
  const texts = useTexts().inbox.labels
  const { data: labels } = useQuery({ ...labelsQuery(organizationId), enabled: ids.length > 0 })
  const known = ids.flatMap((id) => labels?.find((label) => label.id === id) ?? [])
  const more = known.length - shownLabels
  return (
    <>
      {known.slice(0, shownLabels).map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {more > 0 && (
        <span
          title={known
            .slice(shownLabels)
            .map(({ name }) => name)
            .join(', ')}
        >
          <span aria-hidden="true">{texts.more(more)}</span>
          <VisuallyHidden>{texts.moreSpoken(more)}</VisuallyHidden>
        </span>
      )}
    </>
  )
}
