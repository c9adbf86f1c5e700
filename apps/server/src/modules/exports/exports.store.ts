import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** A copy on its way or made. */
export type ExportRow = {
  readonly id: number
  readonly requester_id: number
  readonly patient_id: number
  readonly without_reserved: boolean
  readonly state: 'waiting' | 'running' | 'ready' | 'failed'
  readonly attempts: number
  readonly claim: number
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly pdf_file_id: number | null
  readonly bundle_file_id: number | null
  readonly pdf_taken_at: Date | null
  readonly bundle_taken_at: Date | null
}

export type ListedExport = ExportRow & { readonly patient_full_name: string }

/** Somebody with the catalogue's words for what is known of them. */
type HeldPerson = {
  readonly id: number
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: string | null
  readonly gender_id: number | null
  readonly gender: string | null
  readonly nationality: string | null
  readonly country_code: string | null
  readonly forecast_id: number | null
  readonly forecast: string | null
  readonly forecast_kind: string | null
  readonly minsal_eis_code: string | null
  readonly email: string | null
  readonly email_pending: string | null
  readonly phone: string | null
  readonly address: string | null
  readonly commune: string | null
  readonly cut: string | null
  readonly province_id: number | null
  readonly province: string | null
  readonly region_id: number | null
  readonly region: string | null
  readonly date_creation: Date
  readonly updated_at: Date
  readonly image_store_id: number | null
}

type HeldRelative = {
  readonly link_id: number
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  /** What the member of the link is to its leader, and the other way round. */
  readonly name: string
  readonly inverse: string | null
  /** The relative is the link's member. */
  readonly is_member: boolean
  readonly approved_at: Date | null
}

type HeldConsent = {
  readonly id: number
  readonly kind: string
  readonly version: string
  readonly channel: string
  readonly given_at: Date
  readonly withdrawn_at: Date | null
}

type HeldFile = {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly media_type: string
  readonly bytes: number
  readonly created_at: Date
}

/** A row of what has no resource in FHIR: one text for each of its section's columns. */
type Cells = { readonly cells: readonly (string | null)[] }

const columns = `e.id, e.requester_id, e.patient_id, e.without_reserved, e.state, e.attempts, e.claim, e.created_at,
  e.expires_at, e.pdf_file_id, e.bundle_file_id, e.pdf_taken_at, e.bundle_taken_at`

// Two servers count one after the other, so that the queue has an end for both.
const lockQueue = statement<never>(
  'exports.lockQueue',
  `select pg_advisory_xact_lock(hashtext('exports.queue'))`,
)
const waiting = statement<{ count: number }>(
  'exports.waiting',
  `select count(*)::int as count from exports where state in ('waiting', 'running')`,
)
const insert = statement<{ id: number }>(
  'exports.insert',
  `insert into exports (requester_id, patient_id, without_reserved, state, created_at)
   values ($1, $2, $3, 'waiting', $4::timestamptz)
   on conflict (requester_id) where state in ('waiting', 'running') do nothing returning id`,
)
const named = `concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name`
const list = statement<ListedExport>(
  'exports.list',
  `select ${columns}, ${named} from exports e join people p on p.id = e.patient_id
   where e.requester_id = $1 order by e.created_at desc, e.id desc limit 5`,
)
const one = statement<ListedExport>(
  'exports.one',
  `select ${columns}, ${named} from exports e join people p on p.id = e.patient_id
   where e.id = $1 and e.requester_id = $2`,
)
// Whose claim ran out is taken for dead.
const claim = statement<ExportRow>(
  'exports.claim',
  `update exports e set state = 'running', claim = claim + 1, attempts = attempts + 1, claimed_until = $2::timestamptz
   where e.id = (
     select id from exports
     where state = 'waiting' or (state = 'running' and claimed_until < $1::timestamptz)
     order by created_at, id limit 1 for update skip locked
   ) returning ${columns}`,
)
const renew = statement<{ id: number }>(
  'exports.renew',
  `update exports set claimed_until = $3::timestamptz where id = $1 and claim = $2 and state = 'running' returning id`,
)
const finish = statement<{ id: number }>(
  'exports.finish',
  `update exports set state = 'ready', finished_at = $3::timestamptz, expires_at = $4::timestamptz, pdf_file_id = $5,
     bundle_file_id = $6, claimed_until = null
   where id = $1 and claim = $2 and state = 'running' returning id`,
)
const giveUp = statement<{ id: number }>(
  'exports.giveUp',
  `update exports set state = $3, finished_at = $4::timestamptz, claimed_until = null
   where id = $1 and claim = $2 and state = 'running' returning id`,
)
const setEnd = statement<never>(
  'exports.setEnd',
  'update files set delete_after = $2::timestamptz where id = any($1::int[])',
)

/** Of the two files: who takes one marks it in the same statement, so that of two at once one gets it. */
const takes = {
  pdf: statement<HeldFile>(
    'exports.takePdf',
    `with taken as (
       update exports set pdf_taken_at = $3::timestamptz
       where id = $1 and requester_id = $2 and state = 'ready' and expires_at > $3::timestamptz and pdf_taken_at is null
       returning pdf_file_id
     )
     select f.id, f.key, f.name, f.media_type, f.bytes, f.created_at from taken join files f on f.id = taken.pdf_file_id`,
  ),
  fhir: statement<HeldFile>(
    'exports.takeBundle',
    `with taken as (
       update exports set bundle_taken_at = $3::timestamptz
       where id = $1 and requester_id = $2 and state = 'ready' and expires_at > $3::timestamptz
         and bundle_taken_at is null
       returning bundle_file_id
     )
     select f.id, f.key, f.name, f.media_type, f.bytes, f.created_at
     from taken join files f on f.id = taken.bundle_file_id`,
  ),
} as const
const giveBack = {
  pdf: statement<never>('exports.giveBackPdf', 'update exports set pdf_taken_at = null where id = $1'),
  fhir: statement<never>('exports.giveBackBundle', 'update exports set bundle_taken_at = null where id = $1'),
} as const

const person = statement<HeldPerson>(
  'exports.person',
  `select p.id, p.document_type_id, p.document_number, p.first_name, p.last_name, p.second_name, p.date_birth,
     p.gender_id, g.name as gender, n.name as nationality, n.iso_num as country_code, p.forecast_id,
     f.nombre as forecast, f.kind as forecast_kind, f.minsal_eis_code, p.email, p.email_pending, p.phone, p.address,
     c.name as commune, c.cut, v.id as province_id, v.name as province, r.id as region_id, r.name as region,
     p.date_creation, p.updated_at, p.image_store_id
   from people p left join genders g on g.id = p.gender_id left join nationalities n on n.id = p.nationality_id
     left join forecasts f on f.id = p.forecast_id left join communes c on c.id = p.commune_id
     left join provinces v on v.id = c.province_id left join regions r on r.id = c.region_id
   where p.id = $1 and p.deleted_at is null`,
)
const relatives = statement<HeldRelative>(
  'exports.relatives',
  `select f.id as link_id, o.first_name, o.last_name, o.second_name, t.name, t.inverse, f.leader_id = $1 as is_member,
     f.approved_at
   from family_links f join relationship_types t on t.id = f.relationship_type_id
     join people o on o.id = case when f.leader_id = $1 then f.member_id else f.leader_id end
   where (f.leader_id = $1 or f.member_id = $1) and f.state = 'approved' order by f.id`,
)
const consents = statement<HeldConsent>(
  'exports.consents',
  'select id, kind, version, channel, given_at, withdrawn_at from consents where person_id = $1 order by given_at, id',
)
// All of a patient's, or what this requester sent. $1 patient, $2 requester or null
const files = statement<HeldFile>(
  'exports.files',
  `select f.id, f.key, f.name, f.media_type, f.bytes, f.created_at
   from request_files q join files f on f.id = q.file_id
     left join document_requests d on q.request_kind = 'document' and d.id = q.request_id
     left join budget_requests b on q.request_kind = 'budget' and b.id = q.request_id
     left join contacts c on q.request_kind = 'contact' and c.id = q.request_id
   where coalesce(d.patient_id, b.patient_id, c.patient_id) = $1
     and ($2::int is null or coalesce(d.requester_id, b.requester_id, c.requester_id) = $2::int)
   union all
   select f.id, f.key, f.name, f.media_type, f.bytes, f.created_at
   from budget_requests b join files f on f.id = b.order_file_id
   where b.patient_id = $1 and ($2::int is null or b.requester_id = $2::int)
   order by created_at, id`,
)

const at = (column: string) => `to_char(${column} at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')`
const ofPatient = (alias: string, requester = 'requester_id') =>
  `${alias}.patient_id = $1 and ($2::int is null or ${alias}.${requester} = $2::int)`

/** What has no resource in FHIR, by section; each takes the patient and the requester, null for oneself. */
const sections = {
  documents: `select array[${at('d.created_at')}, k.name, d.comment, d.state, d.answer, ${at('d.answered_at')}] as cells
    from document_requests d join document_kinds k on k.id = d.document_kind_id
    where ${ofPatient('d')} order by d.created_at, d.id`,
  budgets: `select array[${at('b.created_at')}, i.nombre, b.medico_tratante, f.nombre,
      to_char(b.fecha_estimada, 'DD/MM/YYYY'), b.comentarios, b.state, b.comentario_ejecutivo] as cells
    from budget_requests b join intervention_types i on i.id = b.intervention_type_id
      left join forecasts f on f.id = b.forecast_id
    where ${ofPatient('b')} order by b.created_at, b.id`,
  contacts: `select array[${at('c.created_at')}, coalesce(r.name, c.exam_type), c.message, c.imaging::text, c.state,
      c.answer] as cells
    from contacts c left join contact_reasons r on r.id = c.reason_id
    where ${ofPatient('c')} order by c.created_at, c.id`,
  waiting: `select array[${at('w.created_at')}, w.name, w.state] as cells
    from (
      select w.id, w.created_at, s.name, w.state, w.person_id, w.patient_id
      from waiting_list w join services s on s.code = w.service_code
      union all
      select id, created_at, specialty_name, 'waiting', person_id, patient_id from outside_waits
    ) w
    where ${ofPatient('w', 'person_id')} order by w.created_at, w.id`,
  shares: `select array[${at('s.created_at')}, s.recipient_email, s.comment, ${at('s.expires_at')},
      ${at('s.ended_at')}] as cells
    from exam_shares s where ${ofPatient('s', 'sharer_id')} order by s.created_at, s.id`,
} as const

/** The same of an account: its holder's alone. $1 person */
const ownSections = {
  notices: `select array[${at('n.created_at')}, n.text, case when n.read_at is null then 'No' else 'Sí' end] as cells
    from notifications n where n.person_id = $1 and n.active and (n.patient_id is null or n.patient_id = $1)
    order by n.created_at, n.id`,
  mails: `select array[${at('o.created_at')}, o.subject, o.recipient] as cells
    from outbox o where o.person_id = $1 order by o.created_at, o.id`,
  favourites: `select array[name] as cells from favourites where person_id = $1 order by position`,
  survey: `select array[${at('created_at')}, suggestion, comment] as cells
    from survey_answers where person_id = $1 order by created_at, id`,
  sessions: `select array[${at('created_at')}, ${at('last_used_at')}, ${at('ended_at')}] as cells
    from sessions where person_id = $1 order by created_at, id`,
} as const

const accesses = statement<{
  at: Date
  action: string
  actor_role: string
  actor: string | null
  is_self: boolean
}>(
  'exports.accesses',
  `select e.at, e.action, e.actor_role, coalesce(e.actor_id = $1, false) as is_self,
     nullif(concat_ws(' ', a.first_name, a.last_name, nullif(a.second_name, '')), '') as actor
   from audit_events e left join people a on a.id = e.actor_id
   where e.patient_id = $1 and e.outcome = 'done' order by e.at desc, e.id desc limit $2`,
)

export type SectionName = keyof typeof sections
export type OwnSectionName = keyof typeof ownSections

function statementsOf<Name extends string>(texts: Readonly<Record<Name, string>>) {
  return Object.fromEntries(
    Object.entries<string>(texts).map(([name, text]) => [
      name,
      statement<Cells>(`exports.held.${name}`, text),
    ]),
  ) as Record<Name, ReturnType<typeof statement<Cells>>>
}
const sectionStatements = statementsOf(sections)
const ownStatements = statementsOf(ownSections)

export function exportsStore(db: Database) {
  return {
    lockQueue: async (tx: Queries) => {
      await tx.run(lockQueue, [])
    },
    waiting: async (tx: Queries) => (await tx.run(waiting, []))[0]?.count ?? 0,
    /** Null where one of this requester's is under way already. */
    insert: async (
      tx: Queries,
      requesterId: number,
      patientId: number,
      withoutReserved: boolean,
      now: Date,
    ) => (await tx.run(insert, [requesterId, patientId, withoutReserved, now]))[0]?.id ?? null,
    list: (requesterId: number) => db.run(list, [requesterId]),
    one: async (id: number, requesterId: number) => (await db.run(one, [id, requesterId]))[0] ?? null,
    /** The next one to be made, for this server alone until `until`. */
    claim: async (now: Date, until: Date) => (await db.run(claim, [now, until]))[0] ?? null,
    renew: async ({ id, claim: held }: ExportRow, until: Date) => {
      await db.run(renew, [id, held, until])
    },
    /** False where another server took it over in the meantime. */
    finish: async (
      tx: Queries,
      { id, claim: held }: ExportRow,
      made: { readonly now: Date; readonly expires: Date; readonly pdf: number; readonly bundle: number },
    ) => {
      const { now, expires, pdf, bundle } = made
      const found = await tx.run(finish, [id, held, now, expires, pdf, bundle])
      if (found.length > 0) await tx.run(setEnd, [[pdf, bundle], expires])
      return found.length > 0
    },
    giveUp: async ({ id, claim: held }: ExportRow, state: 'waiting' | 'failed', now: Date) => {
      await db.run(giveUp, [id, held, state, now])
    },
    take: async (kind: keyof typeof takes, id: number, requesterId: number, now: Date) =>
      (await db.run(takes[kind], [id, requesterId, now]))[0] ?? null,
    giveBack: async (kind: keyof typeof takes, id: number) => {
      await db.run(giveBack[kind], [id])
    },
    /** Nobody needs the bytes any more. */
    drop: async (fileId: number, now: Date) => {
      await db.run(setEnd, [[fileId], now])
    },

    person: async (id: number) => (await db.run(person, [id]))[0] ?? null,
    relatives: (id: number) => db.run(relatives, [id]),
    consents: (id: number) => db.run(consents, [id]),
    files: (patientId: number, requesterId: number | null) => db.run(files, [patientId, requesterId]),
    section: (name: SectionName, patientId: number, requesterId: number | null) =>
      db.run(sectionStatements[name], [patientId, requesterId]),
    ownSection: (name: OwnSectionName, personId: number) => db.run(ownStatements[name], [personId]),
    accesses: (personId: number, most: number) => db.run(accesses, [personId, most]),
  }
}

export type ExportsStore = ReturnType<typeof exportsStore>
