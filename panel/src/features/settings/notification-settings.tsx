import { Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationSetting, NotificationTransport } from '@parley/protocol/notification'
import { useState } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { mailSettingsQuery } from '../../queries/mail-queries.ts'
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
    <Section anchor="notifications" title={texts.title} lead={texts.lead}>
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
  )
}

function KindTable({ settings: saved }: { settings: NotificationSetting[] }) {
  const { notifications: texts, mail: mailCatalogue } = useTexts()
  const mailTexts = mailCatalogue.notifications
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const { language } = useLanguage()
  const { data: mail } = useQuery(mailSettingsQuery(organization.id))
  // Optimistic update, reverted on errors.
  const [settings, setSettings] = useState(saved)
  const transports = Object.keys(texts.transports) as NotificationTransport[]
  const saving = useMutation({
    // In sequence, so that the last change wins.
    scope: { id: 'notification-settings' },
    mutationFn: (setting: NotificationSetting) =>
      saveNotificationSetting(organization.id, { ...setting, language }),
    onSuccess: (answer) =>
      queryClient.setQueryData(notificationSettingsQuery(organization.id).queryKey, answer),
    onError: () => setSettings(saved),
  })
  const change = (setting: NotificationSetting) => {
    setSettings(settings.map((each) => (each.kind === setting.kind ? setting : each)))
    saving.mutate(setting)
  }

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
                    disabled={transport === 'email' && mail?.configured !== true}
                    checked={setting.transports.includes(transport)}
                    onChange={(event) =>
                      change({
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
      <Text size="xs" c="dimmed">
        {mail?.configured === false ? mailTexts.off : mailTexts.hint}
      </Text>
    </>
  )
}
