import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type ProfileData = {
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: string
  readonly nationality_id: number
  readonly forecast_id: number
  readonly gender_id: number
  readonly address: string
  readonly phone: string
  readonly commune_id: number
}

type EmailChange = {
  readonly id: number
  readonly person_id: number
  /** The new one. */
  readonly email: string
  readonly expires_at: Date
  readonly used_at: Date | null
  readonly first_name: string
  /** The one that counts. */
  readonly current_email: string | null
  readonly open: boolean
}

export type TrailRow = {
  readonly at: Date
  readonly actor_id: number | null
  readonly actor_role: string
  readonly action: string
  readonly ip: string | null
  readonly detail: unknown
  readonly first_name: string | null
  readonly last_name: string | null
  readonly second_name: string | null
}

const edit = statement<{ replaced: number | null }>(
  'profile.edit',
  `update people p set first_name = $2, last_name = $3, second_name = $4, date_birth = $5::date, nationality_id = $6,
     forecast_id = $7, gender_id = $8, address = $9, phone = $10, commune_id = $11,
     image_store_id = coalesce($12::int, p.image_store_id), updated_at = $13::timestamptz
   from (select id, image_store_id from people where id = $1 for update) before
   where p.id = before.id and p.deleted_at is null
   returning case when $12::int is null then null else before.image_store_id end as replaced`,
)

const voidEmailChanges = statement<never>(
  'profile.voidEmailChanges',
  `update email_changes set expires_at = $2::timestamptz
   where person_id = $1 and used_at is null and expires_at > $2::timestamptz`,
)
const putEmailChange = statement<never>(
  'profile.putEmailChange',
  `insert into email_changes (person_id, email, token_hash, created_at, expires_at)
   values ($1, $2, $3, $4::timestamptz, $5::timestamptz)`,
)
const pendEmail = statement<never>('profile.pendEmail', 'update people set email_pending = $2 where id = $1')
const emailChange = statement<EmailChange>(
  'profile.emailChange',
  `select c.id, c.person_id, c.email, c.expires_at, c.used_at, p.first_name, p.email as current_email,
     p.status = 1 and p.deleted_at is null as open
   from email_changes c join people p on p.id = c.person_id where c.token_hash = $1 for update`,
)
const spendEmailChange = statement<never>(
  'profile.spendEmailChange',
  'update email_changes set used_at = $2::timestamptz where id = $1',
)
const setEmail = statement<never>(
  'profile.setEmail',
  'update people set email = $2, email_pending = null, updated_at = $3::timestamptz where id = $1',
)
const clearPending = statement<{ id: number }>(
  'profile.clearPending',
  `update people p set email_pending = null from email_changes c
   where c.person_id = p.id and c.used_at is null and c.expires_at <= $1::timestamptz and p.email_pending is not null
     and not exists (
       select from email_changes live
       where live.person_id = p.id and live.used_at is null and live.expires_at > $1::timestamptz)
   returning p.id`,
)
const dropEmailChanges = statement<{ id: number }>(
  'profile.dropEmailChanges',
  'delete from email_changes where expires_at < $1::timestamptz returning id',
)

const setPassword = statement<{ id: number }>(
  'profile.setPassword',
  `update people set password_hash = $3, updated_at = $4::timestamptz
   where id = $1 and password_hash is not distinct from $2 returning id`,
)

const close = statement<{ pictures: (number | null)[] }>(
  'profile.close',
  `update people p set deleted_at = $2::timestamptz, updated_at = $2::timestamptz, status = 2, email = null, email_pending = null,
     phone = null, address = null, commune_id = null,
     image_store_id = null, image_store_passport = null, image_store_passport_patient = null
   from (
     select id, array[image_store_id, image_store_passport, image_store_passport_patient] as pictures
     from people where id = $1 for update
   ) before
   where p.id = before.id and p.deleted_at is null
   returning before.pictures`,
)
// What else the portal holds of how to reach somebody.
const forget = [
  statement<never>('profile.forgetEmailChanges', 'delete from email_changes where person_id = $1'),
  statement<never>('profile.forgetFavourites', 'delete from favourites where person_id = $1'),
  statement<never>('profile.forgetDevices', 'delete from known_devices where person_id = $1'),
  statement<never>(
    'profile.forgetDrafts',
    `delete from registration_drafts d using people p
     where p.id = $1 and d.document_type_id = p.document_type_id and d.document_number = p.document_number`,
  ),
  statement<never>(
    'profile.forgetChecks',
    `update identity_checks c set email = null, cellphone = null from people p
     where p.id = $1 and p.document_type_id = 1 and c.run = p.document_number`,
  ),
]

// $1 patient, $2 from, $3 before, $4 leaves out what the patient did
const trail = `from audit_events e where e.patient_id = $1 and e.outcome = 'done'
  and ($2::timestamptz is null or e.at >= $2::timestamptz) and ($3::timestamptz is null or e.at < $3::timestamptz)
  and not ($4::boolean and e.actor_id is not distinct from $1)`
const countTrail = statement<{ count: number }>(
  'profile.countTrail',
  `select count(*)::int as count from (select 1 ${trail} limit ${exactTotal + 1}) counted`,
)
const pageTrail = statement<TrailRow>(
  'profile.pageTrail',
  `select e.at, e.actor_id, e.actor_role, e.action, host(e.ip) as ip, e.detail, a.first_name, a.last_name, a.second_name
   from (select * ${trail} order by e.at desc, e.id desc limit $5::int offset $6::int) e
   left join people a on a.id = e.actor_id order by e.at desc, e.id desc`,
)

type TrailPeriod = {
  readonly from: Date | null
  readonly before: Date | null
  readonly others: boolean
}

export function profileStore(db: Database) {
  return {
    /** `picture` null keeps the one there is. Gives the number of the picture that was replaced; null when the account is gone. */
    edit: async (tx: Queries, personId: number, data: ProfileData, picture: number | null, now: Date) =>
      (
        await tx.run(edit, [
          personId,
          data.first_name,
          data.last_name,
          data.second_name,
          data.date_birth,
          data.nationality_id,
          data.forecast_id,
          data.gender_id,
          data.address,
          data.phone,
          data.commune_id,
          picture,
          now,
        ])
      )[0] ?? null,

    /** A new e-mail in place of any that still waits. */
    pendEmail: async (
      tx: Queries,
      change: { personId: number; email: string; tokenHash: Uint8Array; now: Date; until: Date },
    ) => {
      const { personId, email, tokenHash, now, until } = change
      await tx.run(voidEmailChanges, [personId, now])
      await tx.run(putEmailChange, [personId, email, tokenHash, now, until])
      await tx.run(pendEmail, [personId, email])
    },
    /** The change behind a token, kept from anybody else until the transaction ends. */
    emailChange: async (tx: Queries, tokenHash: Uint8Array) =>
      (await tx.run(emailChange, [tokenHash]))[0] ?? null,
    confirmEmail: async (tx: Queries, change: EmailChange, now: Date) => {
      await tx.run(spendEmailChange, [change.id, now])
      await tx.run(setEmail, [change.person_id, change.email, now])
    },
    /** New e-mails that were never confirmed wait no longer, and links that ran out before `gone` are forgotten; counts of both. */
    purge: async (now: Date, gone: Date) => ({
      emailsGivenUp: (await db.run(clearPending, [now])).length,
      emailChanges: (await db.run(dropEmailChanges, [gone])).length,
    }),

    /** False when the password was changed in the meantime. */
    setPassword: async (tx: Queries, personId: number, before: string | null, hash: string, now: Date) =>
      (await tx.run(setPassword, [personId, before, hash, now])).length > 0,

    /** Closes the account and erases how to reach its holder; the numbers of the pictures, or null when it is closed already. */
    close: async (tx: Queries, personId: number, now: Date) => {
      const [closed] = await tx.run(close, [personId, now])
      if (!closed) return null
      for (const one of forget) await tx.run(one, [personId])
      return closed.pictures
    },

    /** What the audit trail says about a patient, latest first. */
    trail: async (
      personId: number,
      { from, before, others }: TrailPeriod,
      page: Page,
    ): Promise<Paged<TrailRow>> => {
      const values = [personId, from, before, others]
      const [counted] = await db.run(countTrail, values)
      const rows = await db.run(pageTrail, [...values, page.limit, (page.page - 1) * page.limit])
      const total = counted?.count ?? 0
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
  }
}

export type ProfileStore = ReturnType<typeof profileStore>
