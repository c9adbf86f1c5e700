/** Writes script payloads into the texts of a stopped portal that others read: `node fill.ts DATA_DIR`. */
import pg from 'pg'
import { withEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import { payloads } from './payloads.ts'

/** Columns with texts of people, and those of catalogues that staff may write. */
const textColumns: Readonly<Record<string, readonly string[]>> = {
  people: ['first_name', 'last_name', 'second_name', 'address'],
  contacts: ['message', 'answer', 'exam_type', 'exam_name', 'branch'],
  document_requests: ['comment', 'answer'],
  budget_requests: ['medico_tratante', 'comentarios', 'comentario_ejecutivo'],
  request_messages: ['text'],
  files: ['name'],
  notifications: ['text'],
  alerts: ['name', 'text'],
  ads: ['title'],
  prevention_articles: ['title', 'description'],
  exam_shares: ['comment'],
  survey_answers: ['comment'],
  validation_decisions: ['reason'],
  professionals: ['name'],
  offices: ['name', 'address', 'phone', 'entry'],
  schedule_exceptions: ['reason'],
  holidays: ['name'],
  specialties: ['name'],
  services: ['name'],
  exam_specialties: ['name'],
  bookable_exams: ['text'],
  procedure_categories: ['name'],
  procedures: ['name'],
  questionnaires: ['title', 'intro'],
  indications: ['title', 'html'],
  legal_texts: ['text'],
  appointments: ['doctor_name', 'specialty', 'sub_context', 'place_care', 'place_detail'],
  exams: ['type_exam', 'doctor_solicite', 'type_patient'],
  exam_results: ['name', 'text', 'unit', 'reference_text'],
  favourites: ['name'],
  document_kinds: ['name'],
  contact_reasons: ['name'],
  intervention_types: ['nombre'],
  display_durations: ['name_exam'],
  registry_people: ['names', 'last_name', 'second_name', 'mother_name', 'father_name'],
}

// Maximum lengths of texts in bytes to try; 0 means unlimited.
const byteLimits = [0, 8000, 2000, 500, 300, 120]

// The first rows of a large table contain all payloads, the others a few each.
const fullRows = 40

/** Returns as many payloads as fit, starting with a different one in each row. */
function joinPayloads(row: number, byteLimit: number, most: number): string {
  const rotated = payloads.map((_, at) => payloads[(row * 7 + at) % payloads.length] ?? '').slice(0, most)
  let text = ''
  for (const payload of rotated) {
    const longer = text === '' ? payload : `${text} ${payload}`
    if (byteLimit > 0 && Buffer.byteLength(longer) > byteLimit) break
    text = longer
  }
  return text
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('node fill.ts DATA_DIR')
let column = 0

async function fillColumn(client: pg.Client, table: string, name: string, byteLimit: number): Promise<void> {
  const whole = Array.from({ length: fullRows }, (_, row) =>
    joinPayloads(row + column, byteLimit, payloads.length),
  )
  const some = Array.from({ length: payloads.length }, (_, row) => joinPayloads(row + column, byteLimit, 4))
  await client.query(
    `update ${table} t set ${name} = case when r.n <= ${fullRows} then ($1::text[])[r.n]
       else ($2::text[])[1 + r.n % ${payloads.length}] end
     from (select ctid as place, row_number() over (order by ctid) as n from ${table}) r
     where r.place = t.ctid and t.${name} is not null`,
    [whole, some],
  )
}

/** Fills a column with the longest texts that it accepts. */
async function fillColumnFully(client: pg.Client, table: string, name: string): Promise<void> {
  let lastError: unknown
  for (const byteLimit of byteLimits) {
    try {
      return await fillColumn(client, table, name, byteLimit)
    } catch (error) {
      lastError = error
    }
  }
  throw new Error(`${table}.${name} takes no payload`, { cause: lastError })
}

await withEmbeddedPostgres(folder, async (url) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const [table, columns] of Object.entries(textColumns)) {
    for (const name of columns) {
      column += 1
      await fillColumnFully(client, table, name)
    }
  }

  // The layout of an article is JSON with texts, which are as long as its form allows.
  const { rows } = await client.query<{ id: number; html: string }>(
    'select id, html from prevention_articles',
  )
  for (const { id, html } of rows) {
    const layout = {
      ...JSON.parse(html),
      postTitle: joinPayloads(id, 200, 9),
      postText: joinPayloads(id, 4000, 200),
      postButtonText: joinPayloads(id, 60, 1),
    }
    await client.query('update prevention_articles set html = $1 where id = $2', [JSON.stringify(layout), id])
  }
  await client.end()
})
