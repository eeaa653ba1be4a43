import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { businessHoursQuery, readHolidays, saveBusinessHours } from '../../queries/business-hours-queries.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { HoursForm } from './hours-fields.tsx'

/** When the organization replies. */
export function BusinessHoursPage() {
  const texts = useTexts().service
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const query = businessHoursQuery(organization.id)
  return (
    <SettingsPage title={texts.hoursTitle} lead={texts.hoursLead} admins>
      <QueryView query={useQuery(query)} skeleton={<FormSkeleton fields={5} />}>
        {(hours) => (
          <HoursForm
            hours={hours}
            zoneHint={texts.zoneHint}
            save={async (input) =>
              queryClient.setQueryData(query.queryKey, await saveBusinessHours(organization.id, input))
            }
            readHolidays={async () =>
              queryClient.setQueryData(query.queryKey, await readHolidays(organization.id))
            }
          />
        )}
      </QueryView>
    </SettingsPage>
  )
}
