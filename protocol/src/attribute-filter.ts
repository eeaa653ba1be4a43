import type { AttributeValue, CustomerAttributes } from './visitor-context.ts'

/** Conditions on attributes of a customer: `plan:pro`. Without TypeBox, as conversation-filter.ts. */

export type AttributeSource = keyof CustomerAttributes

const name = '[a-zA-Z][a-zA-Z0-9_]{0,39}'
/** The value in percent encoding, so that it has none of the separators `,` and `!`. */
const encoded = '(?:[A-Za-z0-9_.~-]|%[0-9A-F]{2}){1,600}'
export const attributePattern = `${name}:${encoded}`

const form = new RegExp(`^(${name}):(${encoded})$`)

interface AttributeCondition {
  name: string
  /** As the agent typed it. */
  text: string
  /** What the text may mean: `5` is a number or a text. One of them has to be the value. */
  values: AttributeValue[]
  isIn: (attributes: CustomerAttributes[AttributeSource]) => boolean
}

/** null: not a condition. */
export function attributeOf(condition: string): AttributeCondition | null {
  const [, key, value] = form.exec(condition) ?? []
  const text = value === undefined ? null : decoded(value)
  // Attributes have no control characters, and PostgreSQL cannot store all of them.
  // eslint-disable-next-line no-control-regex
  if (key === undefined || text === null || /[\u0000-\u001f\u007f]/.test(text)) return null
  const values: AttributeValue[] = [text]
  if (text === 'true' || text === 'false') values.push(text === 'true')
  else if (Number.isFinite(Number(text)) && String(Number(text)) === text) values.push(Number(text))
  return {
    name: key,
    text,
    values,
    isIn: (attributes) => Object.hasOwn(attributes, key) && values.some((each) => each === attributes[key]),
  }
}

/** null: the name or the value is not one of an attribute. */
export function attributeCondition(key: string, text: string): string | null {
  try {
    const value = encodeURIComponent(text.trim()).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    const condition = `${key.trim()}:${value}`
    return attributeOf(condition) === null ? null : condition
  } catch {
    // Half a surrogate pair.
    return null
  }
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
