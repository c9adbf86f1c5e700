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
  /** The new e-mail address. */
  readonly email: string
  readonly expires_at: Date
  readonly used_at: Date | null
  readonly first_name: string
  /** The present e-mail address. */
  readonly current_email: string | null
  readonly open: boolean
}

export type TrailRow = {
  readonly at: Date
  readonly actor_id: number | null
  readonly actor_role: string
  readonly action: string
  readonly outcome: 'done' | 'refused'
  readonly ip: string | null
  readonly detail: unknown
  readonly first_name: string | null
  readonly last_name: string | null
  readonly second_name: string | null
}

const edit = statement<
  { replaced: number | null },
  ProfileData & { person_id: number; image_store_id: number | null; now: Date }
>(
  'profile.edit',
  `update people p set first_name = :first_name, last_name = :last_name, second_name = :second_name,
     date_birth = :date_birth::date, nationality_id = :nationality_id, forecast_id = :forecast_id, gender_id = :gender_id,
     address = :address, phone = :phone, commune_id = :commune_id,
     image_store_id = coalesce(:image_store_id::int, p.image_store_id), updated_at = :now::timestamptz
   from (select id, image_store_id from people where id = :person_id for update) before
   where p.id = before.id and p.deleted_at is null
   returning case when :image_store_id::int is null then null else before.image_store_id end as replaced`,
)

const voidEmailChanges = statement<never, { person_id: number; now: Date }>(
  'profile.voidEmailChanges',
  `update email_changes set expires_at = :now::timestamptz
   where person_id = :person_id and used_at is null and expires_at > :now::timestamptz`,
)
const putEmailChange = statement<
  never,
  { person_id: number; email: string; token_hash: Uint8Array; now: Date; expires_at: Date }
>(
  'profile.putEmailChange',
  `insert into email_changes (person_id, email, token_hash, created_at, expires_at)
   values (:person_id, :email, :token_hash, :now::timestamptz, :expires_at::timestamptz)`,
)
const pendEmail = statement<never, { person_id: number; email: string }>(
  'profile.pendEmail',
  'update people set email_pending = :email where id = :person_id',
)
const emailChange = statement<EmailChange, { token_hash: Uint8Array }>(
  'profile.emailChange',
  `select c.id, c.person_id, c.email, c.expires_at, c.used_at, p.first_name, p.email as current_email,
     p.status = 1 and p.deleted_at is null as open
   from email_changes c join people p on p.id = c.person_id where c.token_hash = :token_hash for update`,
)
const spendEmailChange = statement<never, { id: number; now: Date }>(
  'profile.spendEmailChange',
  'update email_changes set used_at = :now::timestamptz where id = :id',
)
const setEmail = statement<never, { person_id: number; email: string; now: Date }>(
  'profile.setEmail',
  'update people set email = :email, email_pending = null, updated_at = :now::timestamptz where id = :person_id',
)
const clearPending = statement<{ id: number }, { now: Date }>(
  'profile.clearPending',
  `update people p set email_pending = null from email_changes c
   where c.person_id = p.id and c.used_at is null and c.expires_at <= :now::timestamptz and p.email_pending is not null
     and not exists (
       select from email_changes live
       where live.person_id = p.id and live.used_at is null and live.expires_at > :now::timestamptz)
   returning p.id`,
)
const dropEmailChanges = statement<{ id: number }, { before: Date }>(
  'profile.dropEmailChanges',
  'delete from email_changes where expires_at < :before::timestamptz returning id',
)

const setPassword = statement<
  { id: number },
  { person_id: number; former_hash: string | null; password_hash: string; now: Date }
>(
  'profile.setPassword',
  `update people set password_hash = :password_hash, updated_at = :now::timestamptz
   where id = :person_id and password_hash is not distinct from :former_hash returning id`,
)

const close = statement<{ pictures: (number | null)[] }, { person_id: number; now: Date }>(
  'profile.close',
  `update people p set deleted_at = :now::timestamptz, updated_at = :now::timestamptz, status = 2, email = null,
     email_pending = null, phone = null, address = null, commune_id = null, image_store_id = null,
     image_store_passport = null, image_store_passport_patient = null
   from (
     select id, array[image_store_id, image_store_passport, image_store_passport_patient] as pictures
     from people where id = :person_id for update
   ) before
   where p.id = before.id and p.deleted_at is null
   returning before.pictures`,
)
// Deletes other contact data that the portal stores about a person.
const forget = [
  statement<never, { person_id: number }>(
    'profile.forgetEmailChanges',
    'delete from email_changes where person_id = :person_id',
  ),
  statement<never, { person_id: number }>(
    'profile.forgetFavourites',
    'delete from favourites where person_id = :person_id',
  ),
  statement<never, { person_id: number }>(
    'profile.forgetDevices',
    'delete from known_devices where person_id = :person_id',
  ),
  statement<never, { person_id: number }>(
    'profile.forgetDrafts',
    `delete from registration_drafts d using people p
     where p.id = :person_id and d.document_type_id = p.document_type_id and d.document_number = p.document_number`,
  ),
  // The answers for an appointment belong to the clinical record and stay.
  statement<never, { person_id: number }>(
    'profile.forgetAnswers',
    `delete from exam_answers e where e.patient_id = :person_id
       and not exists (select from appointments a where a.exam_answers_id = e.id)`,
  ),
  statement<never, { person_id: number }>(
    'profile.forgetChecks',
    `update identity_checks c set email = null, cellphone = null from people p
     where p.id = :person_id and p.document_type_id = 1 and c.run = p.document_number`,
  ),
]

type TrailQuery = {
  readonly person_id: number
  readonly since: Date | null
  readonly before: Date | null
  /** Leaves out what the patient did. */
  readonly others_only: boolean
}

/**
 * Selects what was done with the patient's data, and the sign-ins of the account, accepted and rejected. `end` limits
 * each half, so that neither is read further than the page reaches.
 */
const trail = (end: string) => {
  const period = `(:since::timestamptz is null or e.at >= :since::timestamptz)
    and (:before::timestamptz is null or e.at < :before::timestamptz)`
  const columns = 'e.id, e.at, e.actor_id, e.actor_role, e.action, e.outcome, e.ip, e.detail'
  return `from (
     (select ${columns} from audit_events e
      where e.patient_id = :person_id and e.outcome = 'done' and ${period}
        and not (:others_only::boolean and e.actor_id is not distinct from :person_id)
      ${end})
     union all
     (select ${columns} from audit_events e
      where e.actor_id = :person_id and e.action = 'session.open' and e.patient_id is null and ${period}
        and not (:others_only::boolean and e.outcome = 'done')
      ${end})
   ) e`
}
const countTrail = statement<{ count: number }, TrailQuery>(
  'profile.countTrail',
  `select count(*)::int as count from (select 1 ${trail(`limit ${exactTotal + 1}`)} limit ${exactTotal + 1}) counted`,
)
const pageTrail = statement<TrailRow, TrailQuery & { limit_rows: number; offset_rows: number }>(
  'profile.pageTrail',
  `select e.at, e.actor_id, e.actor_role, e.action, e.outcome, host(e.ip) as ip, e.detail, a.first_name, a.last_name,
     a.second_name
   from (
     select e.* ${trail('order by e.at desc, e.id desc limit :limit_rows::int + :offset_rows::int')}
     order by e.at desc, e.id desc limit :limit_rows::int offset :offset_rows::int) e
   left join people a on a.id = e.actor_id order by e.at desc, e.id desc`,
)

type TrailPeriod = {
  readonly from: Date | null
  readonly before: Date | null
  readonly others: boolean
}

export function profileStore(db: Database) {
  return {
    /**
     * Updates a person. A null `picture` keeps the present image. Returns the id of the replaced image as `replaced`,
     * which is null if no image was replaced. Returns null if the account is closed.
     */
    edit: async (tx: Queries, personId: number, data: ProfileData, picture: number | null, now: Date) =>
      (await tx.run(edit, { ...data, person_id: personId, image_store_id: picture, now }))[0] ?? null,

    /** Stores a new e-mail address in place of any unconfirmed one. */
    pendEmail: async (
      tx: Queries,
      change: { personId: number; email: string; tokenHash: Uint8Array; now: Date; until: Date },
    ) => {
      const { personId, email, tokenHash, now, until } = change
      await tx.run(voidEmailChanges, { person_id: personId, now })
      await tx.run(putEmailChange, {
        person_id: personId,
        email,
        token_hash: tokenHash,
        now,
        expires_at: until,
      })
      await tx.run(pendEmail, { person_id: personId, email })
    },
    /** Returns the e-mail change of a token, locked until the transaction ends. */
    emailChange: async (tx: Queries, tokenHash: Uint8Array) =>
      (await tx.run(emailChange, { token_hash: tokenHash }))[0] ?? null,
    confirmEmail: async (tx: Queries, change: EmailChange, now: Date) => {
      await tx.run(spendEmailChange, { id: change.id, now })
      await tx.run(setEmail, { person_id: change.person_id, email: change.email, now })
    },
    /**
     * Removes unconfirmed e-mail addresses whose links have expired, and links that expired before `gone`. Returns
     * both counts.
     */
    purge: async (now: Date, gone: Date) => ({
      emailsGivenUp: (await db.run(clearPending, { now })).length,
      emailChanges: (await db.run(dropEmailChanges, { before: gone })).length,
    }),

    /** Returns false if the password was changed in the meantime. */
    setPassword: async (tx: Queries, personId: number, before: string | null, hash: string, now: Date) =>
      (await tx.run(setPassword, { person_id: personId, former_hash: before, password_hash: hash, now }))
        .length > 0,

    /**
     * Closes the account and erases its contact data. Returns the ids of its images, or null if it is closed already.
     */
    close: async (tx: Queries, personId: number, now: Date) => {
      const [closed] = await tx.run(close, { person_id: personId, now })
      if (!closed) return null
      for (const one of forget) await tx.run(one, { person_id: personId })
      return closed.pictures
    },

    /** Returns what the audit log says about a patient and the sign-ins of their account, latest first. */
    trail: async (
      personId: number,
      { from, before, others }: TrailPeriod,
      page: Page,
    ): Promise<Paged<TrailRow>> => {
      const asked = { person_id: personId, since: from, before, others_only: others }
      const [counted] = await db.run(countTrail, asked)
      const rows = await db.run(pageTrail, {
        ...asked,
        limit_rows: page.limit,
        offset_rows: (page.page - 1) * page.limit,
      })
      const total = counted?.count ?? 0
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
  }
}

export type ProfileStore = ReturnType<typeof profileStore>
