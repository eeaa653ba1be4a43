import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import type { Customer } from '@parley/protocol/customer'
import type { AttributeValue, AttributeValues } from '@parley/protocol/visitor-context'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import pane from './customer-pane.module.css'
import classes from './customer-visit.module.css'

/** Custom attributes, those of the page apart from those that the login has confirmed. */
export function CustomerAttributes({ of: { stated, confirmed } }: { of: Customer['attributes'] }) {
  const texts = useTexts().visitor
  if (isEmpty(stated) && isEmpty(confirmed)) return null
  return (
    <section className={pane.section} aria-label={texts.attributes}>
      <div className={pane.title}>
        <h3>{texts.attributes}</h3>
      </div>
      {!isEmpty(confirmed) && (
        <>
          <p className={classes.source}>
            <b className={classes.confirmed}>
              <IconRosetteDiscountCheck size={16} stroke={1.75} aria-hidden="true" />
              {texts.confirmed}
            </b>
            <span>{texts.confirmedHint}</span>
          </p>
          <Values of={confirmed} />
        </>
      )}
      {!isEmpty(stated) && (
        <>
          <p className={classes.source}>
            {texts.stated}
            <span>{texts.statedHint}</span>
          </p>
          <Values of={stated} />
        </>
      )}
    </section>
  )
}

const isEmpty = (values: AttributeValues) => Object.keys(values).length === 0

function Values({ of }: { of: AttributeValues }) {
  return (
    <dl className={pane.facts}>
      {Object.entries(of).map(([name, value]) => (
        <Value key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function Value({ name, value }: { name: string; value: AttributeValue }) {
  const texts = useTexts().visitor
  const locale = useLocale()
  return (
    <>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        {typeof value === 'boolean' ? (
          value ? (
            texts.yes
          ) : (
            texts.no
          )
        ) : typeof value === 'number' ? (
          new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: false }).format(value)
        ) : (
          <bdi>{value}</bdi>
        )}
      </dd>
    </>
  )
}
