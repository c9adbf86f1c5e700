/** Limits on tries, kept in the database so that every server counts the same. */
import { createHash } from 'node:crypto'
import { Failure } from '@mi-portal/contract/failure'
import type { Clock } from '../clock.ts'
import type { Database, Queries } from '../database/database.ts'
import { hotStatement, statement } from '../database/statement.ts'

export type Limit = { readonly scope: string; readonly max: number; readonly minutes: number }

/** The limits that the product promises; an installation may name others, drills and benches raise all of them. */
export const limits = {
  signIn: { scope: 'sign-in', max: 10, minutes: 15 },
  signInStaff: { scope: 'sign-in-staff', max: 5, minutes: 15 },
  signInAddress: { scope: 'sign-in-address', max: 100, minutes: 60 },
  fileKey: { scope: 'file-key', max: 20, minutes: 1 },
  // Of one address, where what failed counts, and a robot check passes above it: what tells whether somebody is known,
  // each counted on its own.
  documentLook: { scope: 'document-look', max: 10, minutes: 1 },
  documentLookDay: { scope: 'document-look-day', max: 50, minutes: 1440 },
  identityStart: { scope: 'identity-start', max: 10, minutes: 1 },
  identityStartDay: { scope: 'identity-start-day', max: 50, minutes: 1440 },
  registryLook: { scope: 'registry-look', max: 10, minutes: 1 },
  registryLookDay: { scope: 'registry-look-day', max: 50, minutes: 1440 },
  register: { scope: 'register', max: 10, minutes: 1 },
  registerDay: { scope: 'register-day', max: 50, minutes: 1440 },
  // Of one document.
  identityTry: { scope: 'identity-try', max: 3, minutes: 1440 },
  ageLook: { scope: 'age-look', max: 60, minutes: 1 },
  draft: { scope: 'draft', max: 20, minutes: 60 },
  // Codes of a second factor that were wrong: of one account from one address.
  secondFactor: { scope: 'second-factor', max: 10, minutes: 15 },
  // Of one account.
  recover: { scope: 'recover', max: 3, minutes: 60 },
  recoverAddress: { scope: 'recover-address', max: 10, minutes: 60 },
  // Of one member of staff, for others.
  recoverStaff: { scope: 'recover-staff', max: 60, minutes: 60 },
  oldPassword: { scope: 'old-password', max: 10, minutes: 15 },
  // Of one patient.
  familySearch: { scope: 'family-search', max: 20, minutes: 60 },
  familyAdd: { scope: 'family-add', max: 10, minutes: 1440 },
  familyInvitation: { scope: 'family-invitation', max: 5, minutes: 1440 },
  // Bytes of files that one person sends.
  uploadBytes: { scope: 'upload-bytes', max: 209_715_200, minutes: 1440 },
  // Of one person, each counted on its own.
  documentRequest: { scope: 'document-request', max: 20, minutes: 1440 },
  budgetRequest: { scope: 'budget-request', max: 20, minutes: 1440 },
  dataRequest: { scope: 'data-request', max: 20, minutes: 1440 },
  contactRequest: { scope: 'contact-request', max: 20, minutes: 1440 },
  // Exams shared by one account.
  share: { scope: 'share', max: 10, minutes: 1440 },
  survey: { scope: 'survey', max: 20, minutes: 1440 },
  // Of one super administrator: messages, not calls.
  testMail: { scope: 'test-mail', max: 50, minutes: 1440 },
  // Of one account.
  bookingContact: { scope: 'booking-contact', max: 5, minutes: 60 },
  // Of one address: many people may be asked for a robot check at once.
  challenge: { scope: 'challenge', max: 600, minutes: 1 },
  // Of one service account, and wrong secrets of one address.
  serviceCall: { scope: 'service-call', max: 120, minutes: 1 },
  serviceSecret: { scope: 'service-secret', max: 20, minutes: 1 },
  emailChange: { scope: 'email-change', max: 5, minutes: 1440 },
} as const satisfies Record<string, Limit>

export type Standing = { readonly count: number; readonly over: boolean; readonly retryAfter: number }

export type Tries = {
  /** How many were counted, without counting one. */
  readonly look: (limit: Limit, subject: string) => Promise<Standing>
  /** The same of two limits, asked together. */
  readonly lookBoth: (
    one: readonly [Limit, string],
    other: readonly [Limit, string],
  ) => Promise<[Standing, Standing]>
  /** Counts one and says where that leaves the subject. */
  readonly count: (limit: Limit, subject: string) => Promise<Standing>
  /** Counts one, or that many, and says whether that is more than the limit. */
  readonly take: (limit: Limit, subject: string, amount?: number) => Promise<Standing>
  /** Counts one against each limit; throws 429 when one of them had been used up before it. */
  readonly demand: (limits: readonly Limit[], subject: string) => Promise<void>
  /** Gives the whole transaction up, as the constraint {@link triesUsedUp}, where the limit has been used up. */
  readonly bar: (tx: Queries, limit: Limit, subject: string) => Promise<void>
  readonly forget: (limit: Limit, subject: string) => Promise<void>
  /** Removes what is counted no more; gives back how many. */
  readonly purge: () => Promise<number>
}

type Row = { count: number; ends_at: Date }

const looked = hotStatement<Row>(
  'tries.look',
  'select count, ends_at from tries where scope = $1 and subject = $2 and ends_at > $3::timestamptz',
)
const lookedBoth = hotStatement<Row & { scope: string }>(
  'tries.lookBoth',
  `select scope, count, ends_at from tries
   where ((scope = $1 and subject = $2) or (scope = $3 and subject = $4)) and ends_at > $5::timestamptz`,
)
/** What `brokenConstraint` says of a transaction that {@link Tries.bar} gave up. */
export const triesUsedUp = 'tries_used_up'

const barred = statement<{ refused: boolean }>(
  'tries.bar',
  `select refuse('${triesUsedUp}') as refused from tries
   where scope = $1 and subject = $2 and ends_at > $3::timestamptz and count >= $4::int`,
)
const counted = statement<Row>(
  'tries.count',
  `insert into tries (scope, subject, count, started_at, ends_at)
   values ($1, $2, $5::int, $3::timestamptz, $3::timestamptz + make_interval(mins => $4::int))
   on conflict (scope, subject) do update set
     count = case when tries.ends_at <= $3::timestamptz then excluded.count
       else least(tries.count::bigint + excluded.count, 2000000000)::int end,
     started_at = case when tries.ends_at <= $3::timestamptz then excluded.started_at else tries.started_at end,
     ends_at = case when tries.ends_at <= $3::timestamptz then excluded.ends_at else tries.ends_at end
   returning count, ends_at`,
)
const purged = statement<{ scope: string }>(
  'tries.purge',
  'delete from tries where ends_at <= $1::timestamptz returning scope',
)
const forgotten = statement<never>('tries.forget', 'delete from tries where scope = $1 and subject = $2')

/** By the scope of a limit, how many it lets through in this installation. */
type OwnLimits = ReadonlyMap<string, number>

/** `factor` multiplies every limit: 1 in an installation, more in drills and benches. */
export function createTries(db: Database, clock: Clock, factor = 1, own: OwnLimits = new Map()): Tries {
  const most = ({ scope, max }: Limit) => (own.get(scope) ?? max) * factor
  // What was tried is a document or an address: only its hash is kept.
  const hashed = (subject: string) => createHash('sha256').update(subject).digest()
  const standing = (limit: Limit, row: Row | undefined): Standing => {
    const count = row?.count ?? 0
    const seconds = row ? (row.ends_at.getTime() - clock.now().getTime()) / 1000 : 0
    return { count, over: count >= most(limit), retryAfter: Math.max(1, Math.ceil(seconds)) }
  }
  const add = async (limit: Limit, subject: string, amount: number): Promise<Row | undefined> =>
    (await db.run(counted, [limit.scope, hashed(subject), clock.now(), limit.minutes, amount]))[0]
  const take = async (limit: Limit, subject: string, amount = 1): Promise<Standing> => {
    const row = await add(limit, subject, amount)
    const { count, retryAfter } = standing(limit, row)
    return { count, over: count > most(limit), retryAfter }
  }
  return {
    take,
    demand: async (all, subject) => {
      for (const limit of all) {
        const { over, retryAfter } = await take(limit, subject)
        if (over) throw new Failure('tooMany', { retryAfter })
      }
    },
    look: async (limit, subject) =>
      standing(limit, (await db.run(looked, [limit.scope, hashed(subject), clock.now()]))[0]),
    lookBoth: async ([one, its], [other, others]) => {
      const rows = await db.run(lookedBoth, [
        one.scope,
        hashed(its),
        other.scope,
        hashed(others),
        clock.now(),
      ])
      const of = (limit: Limit) =>
        standing(
          limit,
          rows.find(({ scope }) => scope === limit.scope),
        )
      return [of(one), of(other)]
    },
    count: async (limit, subject) => standing(limit, await add(limit, subject, 1)),
    bar: async (tx, limit, subject) => {
      await tx.run(barred, [limit.scope, hashed(subject), clock.now(), most(limit)])
    },
    forget: async (limit, subject) => {
      await db.run(forgotten, [limit.scope, hashed(subject)])
    },
    purge: async () => (await db.run(purged, [clock.now()])).length,
  }
}
