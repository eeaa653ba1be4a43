import Type from 'typebox'
import { closed, nullable } from './scalars.ts'

/** Every list has this form. `next` is the cursor of the next page, null on the last (spec 4.3). */
export const Page = <T extends Type.TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item), pager: Pager }, closed)

export const Pager = Type.Object(
  { max: Type.Integer(), next: nullable(Type.String()), sort: Type.Enum(['ASC', 'DESC']) },
  closed,
)

export interface PageOf<T> {
  data: T[]
  pager: { max: number; next: string | null; sort: 'ASC' | 'DESC' }
}

/** Query of a list: `max` 1 to 100 (default 50), `cursor` from the previous page. */
export const PageQuery = {
  max: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
}
