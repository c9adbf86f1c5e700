import type { Database, Queries } from './database.ts'
import { statement } from './statement.ts'

const insertOnce = statement<never, { key: string; value: string }>(
  'installationValues.keepFirst',
  'insert into installation (key, value) values (:key, :value::jsonb) on conflict (key) do nothing',
)
const put = statement<never, { key: string; value: string }>(
  'installationValues.put',
  `insert into installation (key, value) values (:key, :value::jsonb)
   on conflict (key) do update set value = excluded.value`,
)
const remove = statement<{ value: unknown }, { key: string }>(
  'installationValues.remove',
  'delete from installation where key = :key returning value',
)
const find = statement<{ value: unknown }, { key: string }>(
  'installationValues.find',
  'select value from installation where key = :key',
)

/** Returns the text under `key`, or stores and returns `value`. Of several servers at once all return the first value. */
export async function resolveInstallationText(db: Database, key: string, value: string): Promise<string> {
  await db.run(insertOnce, { key, value: JSON.stringify(value) })
  const [found] = await db.run(find, { key })
  return typeof found?.value === 'string' ? found.value : value
}

export async function putInstallationValue(
  queries: Queries,
  key: string,
  value: object | string,
): Promise<void> {
  await queries.run(put, { key, value: JSON.stringify(value) })
}

export async function findInstallationValue(queries: Queries, key: string): Promise<unknown> {
  return (await queries.run(find, { key }))[0]?.value
}

/** Removes the value under `key` and returns it; undefined if there was none. Only one of several simultaneous calls gets it. */
export async function removeInstallationValue(queries: Queries, key: string): Promise<unknown> {
  return (await queries.run(remove, { key }))[0]?.value
}
