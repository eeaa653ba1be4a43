import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useProvider } from '../../context/current-provider.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { PartLead } from '../../ui/part-lead.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { KeySourceChoice, SessionDays } from './key-source.tsx'
import { LoginRow } from './login-row.tsx'
import { memberLoginQuery } from './member-login-queries.ts'
import classes from './member-login.module.css'

/** Social logins of a widget and their keys (spec 5.4). */
export function MemberLoginPage() {
  const texts = useTexts().memberLogin
  const provider = useProvider()
  const { organization } = useMembership()
  const query = useQuery(memberLoginQuery(organization.id, provider.id))
  return (
    <>
      <PartLead part={`${texts.title} · ${provider.name}`}>{texts.lead}</PartLead>
      <QueryView query={query} skeleton={<PageSkeleton />}>
        {(setting) => (
          <>
            <Section title={texts.services} lead={texts.servicesLead}>
              <ul className={classes.list}>
                {setting.logins.map((login) => (
                  <LoginRow
                    key={login.social}
                    providerId={provider.id}
                    source={setting.key_source}
                    login={login}
                  />
                ))}
              </ul>
              {provider.allowed_origins.length === 0 && setting.logins.some(({ enabled }) => enabled) && (
                <Alert mt="md" color="gray" icon={<IconInfoCircle size={20} stroke={1.75} aria-hidden />}>
                  {texts.anyPage}
                </Alert>
              )}
            </Section>
            <KeySourceChoice providerId={provider.id} setting={setting} />
            <SessionDays providerId={provider.id} setting={setting} />
          </>
        )}
      </QueryView>
    </>
  )
}
