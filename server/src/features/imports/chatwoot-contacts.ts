import { maxAttributes, type AttributeValues } from '@parley/protocol/visitor-context'
import { splitName } from '../../core/person-name.ts'
import { objectOf, textOf, timeOf, type Json } from './chatwoot-values.ts'

export interface ContactProfile {
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  language: string
  country_code: string
  is_blocked: boolean
  last_seen_at: string | null
  created_at: string
}

const attributeName = /^[a-zA-Z][a-zA-Z0-9_]{0,39}$/
const maxAttributeText = 200

/** `fallbackTime`: for contacts without a plausible time. */
export function profileOf(contact: Json, now: number, fallbackTime: string): ContactProfile {
  const more = objectOf(contact['additional_attributes'])
  const { first_name, last_name } = splitName(textOf(contact['name'], 200) ?? '')
  const country = textOf(more?.['country_code'], 2)?.toUpperCase() ?? ''
  const language = textOf(more?.['language'] ?? more?.['browser_language'], 35) ?? ''
  return {
    first_name,
    last_name,
    email: textOf(contact['email'], 254),
    phone: textOf(contact['phone_number'], 40),
    language: /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/.test(language) ? language : 'en',
    country_code: /^[A-Z]{2}$/.test(country) ? country : unknownCountry,
    is_blocked: contact['blocked'] === true,
    last_seen_at: timeOf(contact['last_activity_at'], now) ?? null,
    created_at: timeOf(contact['created_at'], now) ?? fallbackTime,
  }
}

/** ISO 3166: user-assigned, as for addresses that no table knows. */
const unknownCountry = 'ZZ'

/**
 * Shown as unverified, because they are not signed: the identifier, which a page without identity validation states, and the custom
 * attributes. Those that do not fit are returned as `left`.
 */
export function attributesOf(contact: Json): { values: AttributeValues; left: string[] } {
  const more = objectOf(contact['additional_attributes'])
  const given: [string, unknown][] = [
    ['identifier', contact['identifier']],
    ['company', more?.['company_name']],
    ['city', more?.['city']],
    ...Object.entries(objectOf(contact['custom_attributes']) ?? {}),
  ]
  const values: Record<string, string | number | boolean> = {}
  const left: string[] = []
  for (const [name, raw] of given) {
    if (raw === null || raw === undefined || raw === '') continue
    const value = attributeOf(raw)
    if (value === null || !attributeName.test(name) || Object.keys(values).length >= maxAttributes) {
      left.push(name.slice(0, 40))
    } else values[name] ??= value
  }
  return { values, left }
}

function attributeOf(raw: unknown): string | number | boolean | null {
  if (typeof raw === 'boolean') return raw
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null
  if (typeof raw !== 'string' || raw.length > maxAttributeText) return null
  return raw.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ')
}
