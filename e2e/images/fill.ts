/**
 * Gives the latest imaging exam of one patient of a stopped portal, and no other one, an accession number, and adds the patient's latest laboratory exam to the
 * same visit: `node fill.ts DATA_DIR`.
 */
import pg from 'pg'
import { withEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres/embedded-postgres.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('node fill.ts DATA_DIR')

await withEmbeddedPostgres(folder, async (url) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('update exams set accession_number = null')
  await client.query(
    `update exams set accession_number = 'TC-1' where id = (
       select e.id from exams e join people p on p.id = e.patient_id
       where p.document_number = '123456785' and e.type = 'imaging' and e.shown order by e.taken_at desc, e.id desc limit 1)`,
  )
  await client.query(
    `update exams set attention_number = i.attention_number from exams i
     where i.accession_number = 'TC-1' and exams.id = (
       select e.id from exams e where e.patient_id = i.patient_id and e.type = 'laboratory' and e.shown and e.reserved_group is null
       order by e.taken_at desc, e.id desc limit 1)`,
  )
  await client.end()
})
