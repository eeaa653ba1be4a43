import { Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  NotificationSetting,
  NotificationSettings as Settings,
  NotificationTransport,
} from '@parley/protocol/notification'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { notificationSettingsQuery, saveNotificationSetting } from '../../queries/notification-queries.ts'
import { DesktopSwitch } from '../../ui/desktop-switch.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import classes from './notification-settings.module.css'

/** Kinds and transports of the agent's notifications. Each switch saves itself. */
export function NotificationSettings() {
  const texts = useTexts().notifications
  const { organization } = useMembership()
  return (
    <div id="notifications">
      <Section title={texts.title} lead={texts.lead}>
        <Stack gap="lg">
          <QueryView
            query={useQuery(notificationSettingsQuery(organization.id))}
            skeleton={<FormSkeleton fields={2} />}
          >
            {({ data }) => <KindTable settings={data} />}
          </QueryView>
          <Stack gap="xs">
            <Text fw={500} size="sm">
              {texts.thisBrowser}
            </Text>
            <Text size="xs" c="dimmed">
              {texts.thisBrowserLead}
            </Text>
            <DesktopSwitch />
          </Stack>
        </Stack>
      </Section>
    </div>
  )
}

function KindTable({ settings }: { settings: NotificationSetting[] }) {
  const texts = useTexts().notifications
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const { queryKey } = notificationSettingsQuery(organization.id)
  const transports = Object.keys(texts.transports) as NotificationTransport[]
  const saving = useMutation({
    mutationFn: (setting: NotificationSetting) => saveNotificationSetting(organization.id, setting),
    // Shown at once; an error brings the saved value back.
    onMutate: (setting) => {
      const data = settings.map((each) => (each.kind === setting.kind ? setting : each))
      queryClient.setQueryData<Settings>(queryKey, { data })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })

  return (
    <>
      <ProblemNote error={saving.error} />
      <table className={classes.kinds}>
        <thead>
          <tr>
            <th scope="col">{texts.kind}</th>
            {transports.map((transport) => (
              <th key={transport} scope="col">
                {texts.transports[transport]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {settings.map((setting) => (
            <tr key={setting.kind}>
              <th scope="row">
                {texts.kinds[setting.kind].name}
                <span className={classes.hint}>{texts.kinds[setting.kind].hint}</span>
              </th>
              {transports.map((transport) => (
                <td key={transport}>
                  <Switch
                    aria-label={`${texts.kinds[setting.kind].name}: ${texts.transports[transport]}`}
                    checked={setting.transports.includes(transport)}
                    onChange={(event) =>
                      saving.mutate({
                        kind: setting.kind,
                        transports: event.currentTarget.checked
                          ? [...setting.transports, transport]
                          : setting.transports.filter((each) => each !== transport),
                      })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
