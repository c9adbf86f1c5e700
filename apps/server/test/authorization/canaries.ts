/** Writes canary values to every text column of the database. They show whose data an answer holds. */
import { createPasswords } from '../../src/platform/security/passwords.ts'
import type { TestDatabase } from '../ask.ts'
import type { Actors } from './actors.ts'
import type { Kind } from './cases.ts'

/** Columns with codes or documents. Their values are fixed, so they cannot hold a canary value. */
const codes = new Set(
  `action actor_role attendance channel code day deceased_source document_country document_number
  ended_because ended_by exam_type level failure format guardian_proof kind matter menu_id
  message_id law_group modality outcome period permission_set provider purpose reserved_group rol
  run state status study step taken_precision topic type version`.split(/\s+/),
)
/** These columns keep their values, which serve as canary values themselves; see {@link canariesIn}. */
const ownValues = new Set(['people.phone', 'people.document_number', 'registry_people.card_hash'])
/**
 * The audit log is append-only and holds only codes and numbers. The key of a booking is created by the page. The portal may not change
 * a certificate.
 */
const untouched = new Set(['audit_events', 'booking_keys', 'visit_certificates'])
/** The owner of a row in tables where no column that points at `people` names the owner. */
const ownerBy: Readonly<Record<string, string>> = {
  people: 't.id',
  notifications: 't.person_id',
  consents: 't.person_id',
  registry_people: '(select id from people where document_number = t.run)',
  identity_checks: '(select id from people where document_number = t.run)',
  registration_drafts: '(select id from people where document_number = t.document_number)',
}
const ownerColumns = ['patient_id', 'person_id', 'requester_id', 'member_id']

// A password hash must be valid, because it is compared with the password sent.
const hashColumn = /hash$/
const passwords = createPasswords()
const hashes = new Map<string, number>()

/** Returns a valid password hash as canary value. All people share it, so it does not show its owner. */
async function canaryHash(): Promise<string> {
  if (hashes.size === 0) hashes.set(await passwords.hash('contraseña de todas'), 0)
  return [...hashes.keys()][0] ?? ''
}

const secretTables =
  /^(account_links|temporary_keys|sessions|outbox|sign_in_challenges|mailed_codes|second_factors|recovery_codes|known_devices|email_changes|identity_checks|registration_drafts)$/
const clinicalTables = /^(appointments|exams|exam_results|image_studies)$/

function kindOf(column: string): Kind {
  const [table = '', name = ''] = column.split('.')
  if (table === 'people') {
    if (/^(first|last|second)_name$/.test(name)) return 'name'
    if (name === 'document_number') return 'document'
    if (name === 'password_hash') return 'secret'
    return name === 'address' ? 'account' : 'contact'
  }
  // Subjects of mails name nobody and nothing of the record.
  if (column === 'outbox.subject') return 'contact'
  if (secretTables.test(table)) return 'secret'
  if (clinicalTables.test(table)) return 'clinical'
  return table === 'registry_people' ? 'registry' : 'request'
}

type Table = {
  readonly name: string
  readonly owner: string
  readonly columns: readonly string[]
  readonly reserves: boolean
}

/** Returns the tables that hold personal texts, as found in the database catalogue. */
export async function canaryTables(db: TestDatabase): Promise<readonly Table[]> {
  const columns = await db.ask<{
    table: string
    column: string
    type: string
  }>(`select c.table_name as table, c.column_name as column, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
     order by c.table_name, c.ordinal_position`)
  const names = [...new Set(columns.map(({ table }) => table))]
  return names.flatMap((name) => {
    const own = columns.filter(({ table }) => table === name)
    const has = (column: string) => own.some((one) => one.column === column)
    const column = ownerColumns.find(has)
    const owner = ownerBy[name] ?? (column ? `t.${column}` : null)
    const texts = own
      .filter(
        (one) => one.type === 'text' && !codes.has(one.column) && !ownValues.has(`${name}.${one.column}`),
      )
      .map((one) => one.column)
      .filter((one) => !(name === 'registration_drafts' && one === 'id'))
    return owner === null || texts.length === 0 || untouched.has(name)
      ? []
      : [{ name, owner, columns: texts, reserves: has('reserved_group') }]
  })
}

/**
 * Writes a canary value to every text column of the actors' rows. Returns the tables in which an actor has no
 * row.
 */
export async function canary(db: TestDatabase, tables: readonly Table[], actors: Actors): Promise<string[]> {
  const ids = [...actors.people.keys()]
  const incomplete: string[] = []
  const hash = await canaryHash()
  for (const { name, owner, columns, reserves } of tables) {
    const changes = columns.map((column) => {
      const id = columnNumber(`${name}.${column}`)
      const reserved = reserves ? `case when t.reserved_group is null then '' else 'r' end` : `''`
      if (hashColumn.test(column)) return `${column} = $2`
      const text = `'zq' || ${owner} || 'x${id}' || ${reserved} || 'z'`
      return `${column} = ${/^email|^recipient$/.test(column) ? `${text} || '@ejemplo.cl'` : text}`
    })
    const updated = await db.ask<{ owner: number }>(
      `update ${name} t set ${changes.join(', ')} where ${owner} = any($1::int[]) returning ${owner} as owner`,
      columns.some((column) => hashColumn.test(column)) ? [ids, hash] : [ids],
    )
    const owners = new Set(updated.map((row) => row.owner))
    if (!ids.every((id) => owners.has(id))) incomplete.push(name)
  }
  return incomplete
}

const columnNames: string[] = ['people.document_number', 'people.phone']
function columnNumber(column: string): number {
  const known = columnNames.indexOf(column)
  return known >= 0 ? known : columnNames.push(column) - 1
}

export type Canary = { readonly owner: number; readonly column: string; readonly kind: Kind }

/** Returns the canary values in a text, with owner, column and kind. */
export function canariesIn(text: string, actors: Actors): Canary[] {
  const found: Canary[] = []
  for (const [, owner, column, reserved] of text.matchAll(/zq(\d+)x(\d+)(r?)z/gi)) {
    const name = columnNames[Number(column)] ?? 'unknown'
    found.push({ owner: Number(owner), column: name, kind: reserved ? 'reserved' : kindOf(name) })
  }
  for (const [hash, owner] of hashes)
    if (text.includes(hash)) found.push({ owner, column: 'people.password_hash', kind: 'secret' })
  for (const person of actors.people.values()) {
    const document = [person.document, `${person.document.slice(0, -1)}-${person.document.slice(-1)}`]
    if (document.some((one) => text.includes(one)))
      found.push({ owner: person.id, column: 'people.document_number', kind: 'document' })
    if (text.includes(person.phone)) found.push({ owner: person.id, column: 'people.phone', kind: 'contact' })
  }
  return found
}
