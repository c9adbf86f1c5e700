/**
 * The actors of the authorization matrix: callers and the people they call about, with rows of every kind for
 * each.
 */

import { delegableMatters } from '@mi-portal/contract/record-matters'
import { decoyHash } from '../../src/platform/security/decoy-hash.ts'
import { newFileKey } from '../../src/platform/security/file-key.ts'
import { hashToken, newToken } from '../../src/platform/security/tokens.ts'
import { buildDelegation, buildFile, buildRun } from '../build.ts'
import { asA } from '../family.ts'
import type { Portal } from '../portal.ts'
import { personRows } from './domain-rows.ts'

/**
 * The callers, and whom each calls about unless a row says otherwise: `patient` about themself, `guardian`
 * about the child in their care, `leader` about an adult member, `upward` is a child who calls about their
 * guardian, `stranger` calls about that child, and staff about other children. The delegates call about an adult who gave each of
 * them access to one matter. `temporary` has a session that
 * may only change the password. `disabled` has an account that was disabled while its session was open.
 */
export const callers = [
  'anonymous',
  'patient',
  'guardian',
  'leader',
  'upward',
  'stranger',
  'appointmentsDelegate',
  'examsDelegate',
  'requestsDelegate',
  'administrator',
  'superAdministrator',
  'temporary',
  'disabled',
] as const
export type Caller = (typeof callers)[number]

/** An actor and the ids of their rows. */
export type Person = {
  readonly id: number
  readonly role: string
  readonly document: string
  readonly phone: string
  /** An upcoming appointment. */
  readonly hour: number
  readonly exam: number
  /** An exam that the law keeps from a guardian. */
  readonly reservedExam: number
  readonly reservedAppointment: number
  /** A share of their exam, created by themself. */
  readonly share: number
  readonly notification: number
  /** A document request made by themself. */
  readonly documentRequest: number
  /** A request about their own personal data, made by themself. */
  readonly dataRequest: number
  /** The file of a quote that they requested themself. */
  readonly budgetFile: number
  /** The approved link in which this person is the member. */
  readonly link: number
  /** A pending family request to this person. */
  readonly received: {
    readonly request_id: number
    readonly applicant_id: number
    readonly family_id: number
  }
  readonly invitationToken: string
  /** A person whose account waits for validation. Each actor has a separate one. */
  readonly awaiting: number
}

export type Actors = {
  readonly people: ReadonlyMap<number, Person>
  readonly tokenOf: (caller: Caller) => string | undefined
  /** Returns the person whom a caller's call is about. */
  readonly about: (caller: Caller, ownOnly: boolean) => Person
  readonly idOf: (caller: Caller) => number | null
  /** Returns whether a link or a request connects the two people, in either direction. */
  readonly linked: (one: number, other: number) => boolean
}

const adult = '1985-03-03'
// At this age, a guardian sees everything except what the law reserves.
const adolescent = '2011-06-15'

const roles = {
  holder: adult,
  guardian: adult,
  child: adolescent,
  leader: adult,
  elder: adult,
  stranger: adult,
  appointmentsDelegate: adult,
  examsDelegate: adult,
  requestsDelegate: adult,
  grantor: adult,
  temporary: adult,
  disabled: adult,
  firstWard: adolescent,
  secondWard: adolescent,
  // No call is made as these people.
  otherGuardian: adult,
  asker: adult,
  bystander: adult,
} as const
type RoleName = keyof typeof roles

const speaks: Readonly<Partial<Record<Caller, RoleName>>> = {
  patient: 'holder',
  guardian: 'guardian',
  leader: 'leader',
  upward: 'child',
  stranger: 'stranger',
  appointmentsDelegate: 'appointmentsDelegate',
  examsDelegate: 'examsDelegate',
  requestsDelegate: 'requestsDelegate',
  temporary: 'temporary',
  disabled: 'disabled',
}

const concerns: Readonly<Record<Caller, RoleName>> = {
  anonymous: 'child',
  patient: 'holder',
  guardian: 'child',
  leader: 'elder',
  upward: 'guardian',
  stranger: 'child',
  appointmentsDelegate: 'grantor',
  examsDelegate: 'grantor',
  requestsDelegate: 'grantor',
  administrator: 'firstWard',
  superAdministrator: 'secondWard',
  temporary: 'temporary',
  disabled: 'disabled',
}

// Group owner, member, relationship of the member, and whether guardianship is proven.
const links: readonly (readonly [RoleName, RoleName, number, boolean])[] = [
  ['guardian', 'child', asA.child, true],
  ['leader', 'elder', asA.father, false],
  ['otherGuardian', 'firstWard', asA.child, true],
  ['otherGuardian', 'secondWard', asA.child, true],
  ['otherGuardian', 'holder', asA.sibling, false],
  ['otherGuardian', 'guardian', asA.sibling, false],
  ['otherGuardian', 'leader', asA.sibling, false],
  ['otherGuardian', 'temporary', asA.sibling, false],
  ['otherGuardian', 'disabled', asA.sibling, false],
  ['bystander', 'stranger', asA.sibling, false],
  ['bystander', 'grantor', asA.sibling, false],
  ['bystander', 'appointmentsDelegate', asA.sibling, false],
  ['bystander', 'examsDelegate', asA.sibling, false],
  ['bystander', 'requestsDelegate', asA.sibling, false],
  ['bystander', 'otherGuardian', asA.sibling, false],
  ['elder', 'bystander', asA.sibling, false],
  ['bystander', 'asker', asA.sibling, false],
]

type Row = { readonly id: number; readonly owner: number }

let made = 0

export async function buildActors(portal: Portal): Promise<Actors> {
  const { db } = portal
  const names = Object.keys(roles) as RoleName[]
  const rows = await Promise.all(
    [...names, 'administrator', 'superAdministrator'].map(async (role) => {
      made += 1
      const rol =
        role === 'administrator'
          ? 'ADMIN_ROLE'
          : role === 'superAdministrator'
            ? 'SUPER_ADMIN_ROLE'
            : 'STANDART_ROLE'
      const date_birth = role in roles ? roles[role as RoleName] : adult
      const phone = String(900_000_000 + made * 37)
      const person = await portal.person({ rol, date_birth, phone, document_number: buildRun() })
      return { id: person.id, role, document: person.document_number, phone }
    }),
  )
  const idOfRole = (role: string) => {
    const row = rows.find((one) => one.role === role)
    if (!row) throw new Error(`no person has the role ${role}`)
    return row.id
  }
  const ids = rows.map(({ id }) => id)
  const now = portal.clock.now()
  const each = async (sql: string): Promise<Map<number, number>> =>
    new Map((await db.ask<Row>(sql, [ids, now])).map(({ id, owner }) => [owner, id]))

  const hourOf = (reserved: string) =>
    each(
      `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
         office_id, place_care, place_detail, modality, starts_at, ends_at, reserved_group, state, created_at)
       select p, '111111111', 'd', 363, 's', 'c', 2, 'p', 'p', 'presencial', $2::timestamptz + interval '2 days',
         $2::timestamptz + interval '2 days 30 minutes', ${reserved}, 'booked', $2::timestamptz
       from unnest($1::int[]) p returning id, patient_id as owner`,
    )
  const examOf = (reserved: string) =>
    each(
      `insert into exams (attention_number, patient_id, type, type_exam, doctor_solicite, type_patient, taken_at,
         reserved_group, created_at)
       select 'A-' || p, p, 'laboratory', 'x', 'x', 'x', $2::timestamptz - interval '3 days', ${reserved}, $2::timestamptz
       from unnest($1::int[]) p returning id, patient_id as owner`,
    )
  const hours = await hourOf('null')
  const reservedHours = await hourOf(`'salud-mental'`)
  const exams = await examOf('null')
  const reservedExams = await examOf(`'vih'`)
  await db.ask(
    `insert into exam_results (exam_id, position, patient_id, taken_at, code, name, value, unit, reserved_group)
     select e.id, 1, e.patient_id, e.taken_at, 'GLI', 'x', 92, 'u', e.reserved_group from exams e
     where e.patient_id = any($1::int[])`,
    [ids],
  )
  await db.ask(
    `insert into image_studies (study, patient_id, accession_number, description, stored_at)
     select '1.2.3.' || p, p, 'x', 'x', $2::timestamptz from unnest($1::int[]) p`,
    [ids, now],
  )
  const shares = await each(
    `insert into exam_shares (exam_id, type, patient_id, sharer_id, recipient_email, relationship_type_id, comment,
       token_hash, code_hash, created_at, expires_at)
     select e.id, 'laboratory', p, p, 'x', 1, 'x', sha256(('share' || p)::bytea), '\\x00', $2::timestamptz,
       $2::timestamptz + interval '7 days'
     from unnest($1::int[]) p join exams e on e.patient_id = p and e.reserved_group is null
     returning id, patient_id as owner`,
  )
  const notifications = await each(
    `insert into notifications (person_id, type, text, created_at)
     select p, 'family_group', 'x', $2::timestamptz from unnest($1::int[]) p returning id, person_id as owner`,
  )
  const documentRequests = await each(
    `insert into document_requests (requester_id, patient_id, document_kind_id, comment, state, created_at, due_at)
     select p, p, 1, 'x', 'pendiente', $2::timestamptz, $2::timestamptz from unnest($1::int[]) p returning id, patient_id as owner`,
  )
  const dataRequests = await each(
    `insert into data_requests (requester_id, patient_id, kind, message, state, created_at, due_at)
     select p, p, 'access', 'x', 'pendiente', $2::timestamptz, $2::timestamptz + interval '30 days'
     from unnest($1::int[]) p returning id, patient_id as owner`,
  )
  const budgets = await each(
    `insert into budget_requests (requester_id, patient_id, intervention_type_id, fecha_estimada, autoriza_contacto,
       state, created_at, due_at)
     select p, p, 1, '2026-12-24', true, 'pendiente', $2::timestamptz, $2::timestamptz from unnest($1::int[]) p
     returning id, patient_id as owner`,
  )
  const budgetFiles = new Map<number, number>()
  for (const [owner, budget] of budgets) {
    const key = newFileKey()
    await portal.files.put(key, Buffer.from('%PDF-1.7'))
    const file = await buildFile(db, { key, purpose: 'request', name: 'orden.pdf' })
    await db.ask(
      `insert into request_files (file_id, request_kind, request_id, side) values ($1, 'budget', $2, 'request')`,
      [file.id, budget],
    )
    budgetFiles.set(owner, file.id)
  }
  const linkOf = new Map<number, number>()
  const pairs: (readonly [number, number])[] = []
  for (const [leader, member, relationship, proven] of links) {
    const [ownerId, memberId] = [idOfRole(leader), idOfRole(member)]
    pairs.push([ownerId, memberId])
    const [link] = await db.ask<{ id: number }>(
      `insert into family_links (leader_id, member_id, relationship_type_id, state, guardian_proof, may_book, created_at, approved_at,
         access_from)
       values ($1, $2, $3, 'approved', $4, true, $5, $5, $5) returning id`,
      [ownerId, memberId, relationship, proven ? 'staff' : null, now],
    )
    linkOf.set(memberId, link?.id ?? 0)
  }
  for (const matter of delegableMatters) {
    const [grantorId, delegateId] = [idOfRole('grantor'), idOfRole(`${matter}Delegate`)]
    pairs.push([grantorId, delegateId])
    await buildDelegation(db, {
      grantor_id: grantorId,
      delegate_id: delegateId,
      matters: [matter],
      may_book: matter === 'appointments',
      now,
    })
  }
  const asker = idOfRole('asker')
  const asked = await db.ask<{ id: number; owner: number }>(
    `insert into family_links (leader_id, member_id, relationship_type_id, state, created_at)
     select $2, p, 11, 'pending', $3::timestamptz from unnest($1::int[]) p where p <> $2 and p <> $4
     returning id, member_id as owner`,
    [ids, asker, now, idOfRole('bystander')],
  )
  const requests = await db.ask<{ id: number; family_id: number }>(
    `insert into family_requests (family_id, applicant_id, created_at)
     select f, $2, $3::timestamptz from unnest($1::int[]) f returning id, family_id`,
    [asked.map(({ id }) => id), asker, now],
  )
  const tokens = new Map(requests.map(({ id }) => [id, newToken()]))
  for (const [id, token] of tokens) {
    await db.ask('insert into family_invitations (request_id, token_hash, expires_at) values ($1, $2, $3)', [
      id,
      hashToken(token),
      new Date(now.getTime() + 86_400_000),
    ])
  }
  const waiting = await Promise.all(
    ids.map(async (owner) => {
      const person = await portal.person({
        document_type_id: 2,
        document_number: `Z${owner}`,
        status: 3,
      })
      return [owner, person.id] as const
    }),
  )
  await buildRest(portal, ids)

  const people = new Map<number, Person>()
  for (const { id, role, document, phone } of rows) {
    pairs.push([asker, id])
    const family_id = asked.find(({ owner }) => owner === id)?.id ?? 0
    const request_id = requests.find((request) => request.family_id === family_id)?.id ?? 0
    people.set(id, {
      id,
      role,
      document,
      phone,
      hour: hours.get(id) ?? 0,
      exam: exams.get(id) ?? 0,
      reservedExam: reservedExams.get(id) ?? 0,
      reservedAppointment: reservedHours.get(id) ?? 0,
      share: shares.get(id) ?? 0,
      notification: notifications.get(id) ?? 0,
      documentRequest: documentRequests.get(id) ?? 0,
      dataRequest: dataRequests.get(id) ?? 0,
      budgetFile: budgetFiles.get(id) ?? 0,
      link: linkOf.get(id) ?? 0,
      received: { request_id, applicant_id: asker, family_id },
      invitationToken: tokens.get(request_id) ?? '',
      awaiting: waiting.find(([owner]) => owner === id)?.[1] ?? 0,
    })
  }
  const idOf = (caller: Caller): number | null => {
    if (caller === 'anonymous') return null
    return idOfRole(speaks[caller] ?? caller)
  }
  const sessions = new Map<number, string>()
  for (const [id, { role }] of people)
    sessions.set(id, await portal.sessionOf(id, { temporaryKey: role === 'temporary' }))
  await db.ask('update people set status = 2 where id = $1', [idOfRole('disabled')])
  return {
    people,
    idOf,
    tokenOf: (caller) => {
      const id = idOf(caller)
      return id === null ? undefined : sessions.get(id)
    },
    about: (caller, ownOnly) => {
      const own = ownOnly ? idOf(caller) : null
      const person = people.get(own ?? idOfRole(concerns[caller]))
      if (!person) throw new Error(`${caller} has no patient to act for`)
      return person
    },
    linked: (one, other) => pairs.some((pair) => pair.includes(one) && pair.includes(other)),
  }
}

/** Inserts a row for each person in every other table that holds personal texts. */
async function buildRest({ db, clock }: Portal, ids: readonly number[]): Promise<void> {
  const now = clock.now()
  const statements = [
    ...personRows,
    `insert into archive_numbers (archive, kind, source, patient_id, asked_at)
     select 'x', 'hour', 'x' || p, p, $2::timestamptz from unnest($1::int[]) p`,
    `insert into archive_arrivals (archive, source, patient_id, type, reserved_group, announced_at)
     select 'x', 'x' || p, p, 'laboratory', 'x', $2::timestamptz from unnest($1::int[]) p`,
    `insert into archive_checks (archive, patient_id, checked_at) select 'x', p, $2::timestamptz from unnest($1::int[]) p`,
    `insert into watched_appointments (archive, source, patient_id, starts_at, ends_at, doctor_name, place, modality, reserved)
     select 'x', 'x' || p, p, $2::timestamptz, $2::timestamptz, 'x', 'x', 'presencial', true from unnest($1::int[]) p`,
    `insert into appointment_changes (patient_id, kind, old_starts_at, starts_at, doctor_name, place, modality,
       reserved_group, changed_at, announced_at)
     select p, 'cancelled', $2::timestamptz, $2::timestamptz, 'x', 'x', 'presencial', 'x', $2::timestamptz, $2::timestamptz
     from unnest($1::int[]) p`,
    `insert into outside_waits (person_id, patient_id, outside_id, specialty, specialty_name, created_at, asked_at)
     select p, p, p, 'x', 'x', $2::timestamptz, $2::timestamptz from unnest($1::int[]) p`,
    `with account as (
       insert into service_accounts (name, scopes, secret_hash, created_by, created_at)
       select 'x', '{}', sha256(('x' || p)::bytea), p, $2::timestamptz from unnest($1::int[]) p returning id, created_by
     )
     insert into fhir_sources (type, system, value, account_id, patient_id, updated_at)
     select 'Patient', 'x', 'x' || created_by, id, created_by, $2::timestamptz from account`,
    `insert into push_subscriptions (person_id, session_id, endpoint, p256dh, auth, device, created_at)
     select p, 0, 'https://fcm.googleapis.com/x' || p, 'x', 'x', 'x', $2::timestamptz from unnest($1::int[]) p`,
    `insert into notification_phones (person_id, phone, confirmed_at, created_at)
     select p, '987654321', $2::timestamptz, $2::timestamptz from unnest($1::int[]) p`,
    `insert into registration_applications (person_id, creates_person, previous_status, first_name, last_name, second_name,
       preferred_name, date_birth, nationality_id, forecast_id, gender_id, email, address, phone, commune_id, password_hash,
       consents, ip, applied_at)
     select p, false, 2, 'x', 'x', 'x', 'x', '1990-01-01', (select min(id) from nationalities), (select min(id) from forecasts),
       1, 'x', 'x', 'x', (select min(id) from communes), 'x', '[]', '127.0.0.1', $2::timestamptz from unnest($1::int[]) p`,
    `insert into contacts (requester_id, patient_id, reason_id, message, state, created_at, due_at)
     select p, p, 1, 'x', 'pendiente', $2::timestamptz, $2::timestamptz from unnest($1::int[]) p`,
    `insert into contacts (requester_id, patient_id, matter, reason_id, message, state, created_at, due_at)
     select p, p, 'complaints', 2, 'x', 'pendiente', $2::timestamptz, $2::timestamptz from unnest($1::int[]) p`,
    `insert into exam_answers (patient_id, answered_by, exam_id, questionnaire, answers, can_book, answered_at)
     select p, p, 1063, 'resonancia', '[{"question": "x", "answer": "No"}]', true, $2::timestamptz
     from unnest($1::int[]) p`,
    `insert into temporary_keys (person_id, hash, created_at, expires_at)
     select p, 'x', $2::timestamptz, $2::timestamptz from unnest($1::int[]) p`,
    `insert into outbox (message_id, template, person_id, recipient, subject, body_text, body_html, state, created_at,
       next_attempt_at)
     select gen_random_uuid()::text, 'x', p, 'x', 'x', 'x', 'x', 'sent', $2::timestamptz, $2::timestamptz
     from unnest($1::int[]) p`,
    `insert into consents (person_id, kind, version, text_hash, channel, given_at)
     select p, 'terms', '1', '\\x00', 'web', $2::timestamptz from unnest($1::int[]) p`,
    `insert into email_changes (person_id, email, token_hash, created_at, expires_at)
     select p, 'x', sha256(('change' || p)::bytea), $2::timestamptz, $2::timestamptz from unnest($1::int[]) p`,
    `insert into recovery_codes (person_id, password_hash)
     select p, '${decoyHash}' from unnest($1::int[]) p where $2::timestamptz is not null`,
    `insert into account_links (token_hash, person_id, purpose, about, created_at, expires_at)
     select sha256(('link' || p)::bytea), p, 'report', 'x', $2::timestamptz, $2::timestamptz from unnest($1::int[]) p`,
    `insert into validation_decisions (person_id, decided_by, approved, reason, decided_at)
     select p, p, true, 'x', $2::timestamptz from unnest($1::int[]) p`,
    `insert into passkeys (person_id, credential_id, public_key, counter, transports, name, created_at)
     select p, sha256(('passkey' || p)::bytea), 'x', 0, '{}', 'x', $2::timestamptz from unnest($1::int[]) p`,
    `insert into mailed_codes (token_hash, person_id, temporary_key_hash, code_hash, created_at, expires_at)
     select decode(md5('mailed' || p), 'hex'), p, 'x', 'x', $2::timestamptz, $2::timestamptz from unnest($1::int[]) p`,
    `insert into sign_in_challenges (token_hash, person_id, created_at, expires_at)
     select sha256(('challenge' || p)::bytea), p, $2::timestamptz, $2::timestamptz from unnest($1::int[]) p`,
    `insert into registry_people (run, names, last_name, second_name, date_birth, mother_name, father_name, marital_status)
     select document_number, 'x', 'x', 'x', date_birth, 'x', 'x', 'x'
     from people where id = any($1::int[]) and $2::timestamptz is not null`,
    `insert into registration_drafts (id, status, document_type_id, document_number, email, cellphone, created_at, updated_at)
     select 'draft' || id, 'up_register_final', 1, document_number, 'x', 'x', $2::timestamptz, $2::timestamptz
     from people where id = any($1::int[])`,
    `insert into identity_checks (key_hash, provider, run, state, created_at, expires_at)
     select sha256(('check' || id)::bytea), 'embedded', document_number, 'failed', $2::timestamptz, $2::timestamptz
     from people where id = any($1::int[])`,
  ]
  for (const sql of statements) await db.ask(sql, [ids, now])
}
