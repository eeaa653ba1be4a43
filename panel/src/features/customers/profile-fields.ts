import type { Customer, CustomerInput } from '@parley/protocol/customer'

export type ProfileField = 'first_name' | 'last_name' | 'email' | 'phone'

/** Fields that agents can edit, with the protocol's length limits. */
export const profileFields: { field: ProfileField; type: string; maxLength: number }[] = [
  { field: 'first_name', type: 'text', maxLength: 100 },
  { field: 'last_name', type: 'text', maxLength: 100 },
  { field: 'email', type: 'email', maxLength: 254 },
  { field: 'phone', type: 'tel', maxLength: 40 },
]

/** Returns changed fields only, trimmed; an empty field becomes null. */
export function changedFields(
  customer: Pick<Customer, ProfileField>,
  typed: Partial<Record<ProfileField, string>>,
): CustomerInput {
  const input: CustomerInput = {}
  for (const { field } of profileFields) {
    const text = typed[field]?.trim()
    if (text === undefined) continue
    const value = text === '' ? null : text
    if (value !== customer[field]) input[field] = value
  }
  return input
}
