import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import type { AuthProvider, Customer } from '@parley/protocol/customer'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { countryName, flagOf, languageName } from '../../people/customer-labels.ts'
import { dateText, exactTime } from '../../time/times.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { SocialIcon } from '../../ui/social-icon.tsx'
import { ContactIdentity } from './customer-contact.tsx'
import classes from './customer-pane.module.css'
import { AppIdentity, SameAccountFacts } from './same-account.tsx'

/** Facts about the customer: origin, language and identity. */
export function CustomerAbout({ customer }: { customer: Customer }) {
  const t = useTexts().inbox.customers
  const texts = t.pane
  const locale = useLocale()
  const country = countryName(customer.country_code, locale)
  const provider = customer.auth_provider

  const signedIn = (by: AuthProvider) => (
    <span className={classes.identity}>
      <SocialIcon of={by} size={16} />
      {t.identity[by]}
    </span>
  )

  return (
    <section className={classes.section} aria-label={texts.about}>
      <div className={classes.title}>
        <h3>{texts.about}</h3>
      </div>
      <dl className={classes.facts}>
        <dt>{texts.identity}</dt>
        <dd>
          {provider === null ? (
            <ContactIdentity
              customerId={customer.id}
              fallback={<span title={t.identity.visitorText}>{t.identity.visitor}</span>}
            />
          ) : (
            <>
              {provider === 'custom' ? (
                <AppIdentity customerId={customer.id} fallback={signedIn(provider)} />
              ) : (
                signedIn(provider)
              )}{' '}
              <span className={classes.verified} title={t.identity.verifiedText}>
                <IconRosetteDiscountCheck size={16} stroke={1.75} aria-hidden="true" />
                {t.identity.verified}
              </span>
            </>
          )}
        </dd>
        {(provider === null || provider === 'custom') && <SameAccountFacts customerId={customer.id} />}
        {provider === 'custom' && (
          <>
            <dt>{texts.externalId}</dt>
            <dd className={classes.idLine}>
              <code dir="ltr">{customer.external_id}</code>
              <CopyButton value={customer.external_id} label={texts.copyId} />
            </dd>
          </>
        )}
        <dt>{texts.country}</dt>
        <dd className={country === null ? classes.unknown : undefined}>
          {country === null ? (
            texts.unknownCountry
          ) : (
            <>
              <span aria-hidden="true">{flagOf(customer.country_code)}</span> {country}
            </>
          )}
        </dd>
        <dt>{texts.language}</dt>
        <dd>{languageName(customer.language, locale)}</dd>
        <dt>{texts.firstSeen}</dt>
        <dd>
          <time dateTime={customer.created_at} title={exactTime(customer.created_at, locale)}>
            {dateText(customer.created_at, locale)}
          </time>
        </dd>
        <dt>{texts.conversationCount}</dt>
        <dd>{new Intl.NumberFormat(locale).format(customer.conversation_count)}</dd>
      </dl>
      {customer.deactivated_at !== null && (
        <p className={classes.note}>{texts.closedAccount(dateText(customer.deactivated_at, locale))}</p>
      )}
    </section>
  )
}
