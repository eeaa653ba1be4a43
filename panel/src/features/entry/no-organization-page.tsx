import { Button } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { useTexts } from '../../i18n/i18n.tsx'
import { useSignOut } from '../../session/use-sign-out.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useTitle } from '../../ui/title.ts'

export function NoOrganizationPage() {
  const { shell } = useTexts()
  const leave = useSignOut()
  useTitle(shell.states.noOrganization)
  return (
    <main>
      <EmptyState
        icon={IconBuildingCommunity}
        title={shell.states.noOrganization}
        text={shell.states.noOrganizationText}
        heading="h1"
        action={
          <Button variant="default" onClick={leave}>
            {shell.signOut}
          </Button>
        }
      />
    </main>
  )
}
