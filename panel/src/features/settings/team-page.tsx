import { SettingsPage } from './settings-page.tsx'
import { useWords } from '../../words.tsx'
import { InvitationList } from './invitation-list.tsx'
import { PeopleList } from './people-list.tsx'

export function TeamPage() {
  const texts = useWords().settings.team
  return (
    <SettingsPage title={texts.title} lead={texts.lead} admins>
      <PeopleList />
      <InvitationList />
    </SettingsPage>
  )
}
