import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'

/** Name, else username, else e-mail, as in the inbox. Customers without any are omitted. */
export async function customerNames(
  db: Database,
  organizationId: string,
  customerIds: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from customer
    cross join lateral (
      select coalesce(nullif(concat_ws(' ', first_name, last_name), ''), username, email) as name
    ) named
    where organization_id = ${organizationId} and id = any(${customerIds}::uuid[]) and name is not null`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
