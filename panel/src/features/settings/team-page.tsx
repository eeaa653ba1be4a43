import { useTexts } from '../../i18n/i18n.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { InvitationList } from './invitation-list.tsx'
import { PeopleList } from './people-list.tsx'

export function TeamPage() {
  const texts = useTexts().settings.team
  return (
    <SettingsPage title={texts.title} lead={texts.lead} admins>
      <PeopleList />
      <InvitationList />
    </SettingsPage>
  )
}
