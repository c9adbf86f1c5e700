/** Writes script payloads over every text of a stopped portal that one person writes and another reads: `node fill.ts DATA_DIR`. */
import { openEmbedded } from '../../apps/server/src/platform/database/embedded.ts'
import { payloads } from './payloads.ts'

/** Texts of people, and those of catalogues that staff may write. */
const texts: Readonly<Record<string, readonly string[]>> = {
  people: ['first_name', 'last_name', 'second_name', 'address'],
  contacts: ['message', 'answer', 'exam_type', 'exam_name', 'branch'],
  document_requests: ['comment', 'answer'],
  budget_requests: ['medico_tratante', 'comentarios', 'comentario_ejecutivo'],
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
  registry_people: ['names', 'lastname', 'mother_name', 'father_name'],
}

// What a table lets its texts be, in bytes; 0 is as long as they like.
const rooms = [0, 8000, 2000, 500, 300, 120]

// Of a large table the first rows hold all payloads, the others some each.
const wholeRows = 40

/** As many payloads as there is room for, another one first in each row. */
function textOf(row: number, room: number, most: number): string {
  const turned = payloads.map((_, at) => payloads[(row * 7 + at) % payloads.length] ?? '').slice(0, most)
  let text = ''
  for (const payload of turned) {
    const longer = text === '' ? payload : `${text} ${payload}`
    if (room > 0 && Buffer.byteLength(longer) > room) break
    text = longer
  }
  return text
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('node fill.ts DATA_DIR')
const { client, close } = await openEmbedded(folder)
let column = 0

async function fill(table: string, name: string, room: number): Promise<void> {
  const whole = Array.from({ length: wholeRows }, (_, row) => textOf(row + column, room, payloads.length))
  const some = Array.from({ length: payloads.length }, (_, row) => textOf(row + column, room, 4))
  await client.query(
    `update ${table} t set ${name} = case when r.n <= ${wholeRows} then ($1::text[])[r.n]
       else ($2::text[])[1 + r.n % ${payloads.length}] end
     from (select ctid as place, row_number() over (order by ctid) as n from ${table}) r
     where r.place = t.ctid and t.${name} is not null`,
    [whole, some],
  )
}

/** With the longest texts that the table takes. */
async function fillWhole(table: string, name: string): Promise<void> {
  let refused: unknown
  for (const room of rooms) {
    try {
      return await fill(table, name, room)
    } catch (error) {
      refused = error
    }
  }
  throw new Error(`${table}.${name} takes no payload`, { cause: refused })
}

for (const [table, columns] of Object.entries(texts)) {
  for (const name of columns) {
    column += 1
    await fillWhole(table, name)
  }
}

// What an article looks like is JSON with texts in it, as long as its form lets them be.
const { rows } = await client.query<{ id: number; html: string }>('select id, html from prevention_articles')
for (const { id, html } of rows) {
  const layout = {
    ...JSON.parse(html),
    postTitle: textOf(id, 200, 9),
    postText: textOf(id, 4000, 200),
    postButtonText: textOf(id, 60, 1),
  }
  await client.query('update prevention_articles set html = $1 where id = $2', [JSON.stringify(layout), id])
}
await close()
