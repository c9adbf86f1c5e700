import { createHash } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Clock } from '../clock.ts'
import type { Database, Queries } from '../database/database.ts'
import { frequentStatement, statement } from '../database/statement.ts'
import { getNetwork, type Network, siteFactor } from './network.ts'

export type Limit = { readonly scope: string; readonly max: number; readonly minutes: number }

/** The rate limits of the product. An installation can change single ones; failure tests and benchmarks raise all of them. */
export const limits = {
  signIn: { scope: 'sign-in', max: 10, minutes: 15 },
  signInStaff: { scope: 'sign-in-staff', max: 5, minutes: 15 },
  signInAddress: { scope: 'sign-in-address', max: 100, minutes: 60 },
  // Wrong passwords of one account from any network. Above the limit, devices unknown to the account must solve a robot check.
  signInAccount: { scope: 'sign-in-account', max: 30, minutes: 60 },
  // E-mails about wrong passwords to one account.
  signInNotice: { scope: 'sign-in-notice', max: 1, minutes: 1440 },
  // Wrong passwords in confirmations of one account's session, from any network.
  confirmation: { scope: 'confirmation', max: 10, minutes: 15 },
  // Challenges for sign-ins with a passkey, and rejected passkeys, of one network.
  passkeyChallenge: { scope: 'passkey-challenge', max: 600, minutes: 1 },
  passkeySignIn: { scope: 'passkey-sign-in', max: 100, minutes: 60 },
  fileKey: { scope: 'file-key', max: 20, minutes: 1 },
  // Failed requests of one network that could reveal whether a person has an account. Above the limit a robot check is needed.
  // Each kind is counted on its own.
  documentLook: { scope: 'document-look', max: 10, minutes: 1 },
  documentLookDay: { scope: 'document-look-day', max: 50, minutes: 1440 },
  identityStart: { scope: 'identity-start', max: 10, minutes: 1 },
  identityStartDay: { scope: 'identity-start-day', max: 50, minutes: 1440 },
  registryLook: { scope: 'registry-look', max: 10, minutes: 1 },
  registryLookDay: { scope: 'registry-look-day', max: 50, minutes: 1440 },
  register: { scope: 'register', max: 10, minutes: 1 },
  registerDay: { scope: 'register-day', max: 50, minutes: 1440 },
  // Codes of certificates that do not exist, from one network. Above the limit a robot check is needed.
  certificateCode: { scope: 'certificate-code', max: 10, minutes: 1 },
  certificateCodeDay: { scope: 'certificate-code-day', max: 50, minutes: 1440 },
  // Counter codes that are asked for with the link of one application.
  counterCode: { scope: 'counter-code', max: 20, minutes: 1440 },
  // Attempts of an identity check for one document.
  identityTry: { scope: 'identity-try', max: 3, minutes: 1440 },
  ageLook: { scope: 'age-look', max: 60, minutes: 1 },
  draft: { scope: 'draft', max: 20, minutes: 60 },
  // Wrong codes of a second factor for one account, from any network.
  secondFactor: { scope: 'second-factor', max: 10, minutes: 15 },
  secondFactorDay: { scope: 'second-factor-day', max: 30, minutes: 1440 },
  // Wrong codes while a second factor is set up. The caller knows its secret, so these codes count towards no other limit.
  secondFactorSetup: { scope: 'second-factor-setup', max: 10, minutes: 15 },
  // E-mails about wrong codes to one account.
  secondFactorNotice: { scope: 'second-factor-notice', max: 1, minutes: 1440 },
  // Codes of the counter that are typed to remove a lost second factor of one account.
  secondFactorReset: { scope: 'second-factor-reset', max: 10, minutes: 1440 },
  // Wrong proofs of identity checks that one network sends to unlock accounts.
  identityUnlock: { scope: 'identity-unlock', max: 20, minutes: 60 },
  // Password recoveries of one account: from one network or by one member of staff, and from all networks of callers who are not
  // staff. A stranger who knows a document can use these up: above them the holder solves a robot check.
  recover: { scope: 'recover', max: 3, minutes: 60 },
  recoverAccount: { scope: 'recover-account', max: 10, minutes: 60 },
  recoverAddress: { scope: 'recover-address', max: 10, minutes: 60 },
  // Password recoveries that one member of staff starts for other people.
  recoverStaff: { scope: 'recover-staff', max: 60, minutes: 60 },
  // Requests of links that lock an account: mails to one account, and requests of one network.
  lockAccount: { scope: 'lock-account', max: 3, minutes: 60 },
  lockAddress: { scope: 'lock-address', max: 10, minutes: 60 },
  oldPassword: { scope: 'old-password', max: 10, minutes: 15 },
  // Family searches, additions and invitations of one patient.
  familySearch: { scope: 'family-search', max: 20, minutes: 60 },
  familyAdd: { scope: 'family-add', max: 10, minutes: 1440 },
  // The invitation of one request that its applicant sends again.
  familyReminder: { scope: 'family-reminder', max: 1, minutes: 1440 },
  familyInvitation: { scope: 'family-invitation', max: 5, minutes: 1440 },
  // Offers of access to the own record that one patient makes to other adults.
  delegation: { scope: 'delegation', max: 10, minutes: 1440 },
  // Renewals of accesses that one patient gave. Each mails both people.
  delegationRenewal: { scope: 'delegation-renewal', max: 10, minutes: 1440 },
  // Bytes of files that one person uploads.
  uploadBytes: { scope: 'upload-bytes', max: 209_715_200, minutes: 1440 },
  // Requests of one person to staff. Each kind is counted on its own.
  documentRequest: { scope: 'document-request', max: 20, minutes: 1440 },
  budgetRequest: { scope: 'budget-request', max: 20, minutes: 1440 },
  dataRequest: { scope: 'data-request', max: 20, minutes: 1440 },
  contactRequest: { scope: 'contact-request', max: 20, minutes: 1440 },
  // Shares that one account creates of its exams.
  share: { scope: 'share', max: 10, minutes: 1440 },
  // Data exports that one account requests, counted in their own table.
  dataCopy: { scope: 'data-copy', max: 3, minutes: 1440 },
  survey: { scope: 'survey', max: 20, minutes: 1440 },
  // Test mails of one super administrator: the limit counts mails, not requests.
  testMail: { scope: 'test-mail', max: 50, minutes: 1440 },
  // Requests of one account to be contacted about the booking of an exam.
  bookingContact: { scope: 'booking-contact', max: 5, minutes: 60 },
  // Bookings for one patient by another person that failed because of an appointment of the patient which that person may not
  // see.
  hiddenAppointment: { scope: 'hidden-appointment', max: 5, minutes: 1440 },
  // Robot checks that one network requests. The limit is high, because many people in one network may need a check at once.
  challenge: { scope: 'challenge', max: 600, minutes: 1 },
  // Requests of one service account, and wrong secrets of one network.
  serviceCall: { scope: 'service-call', max: 120, minutes: 1 },
  serviceSecret: { scope: 'service-secret', max: 20, minutes: 1 },
  // Wrong tokens of the setup address from one network.
  setupToken: { scope: 'setup-token', max: 20, minutes: 15 },
  // Codes that are mailed for sign-ins with a password that staff typed, and the wrong answers of one account.
  mailedCode: { scope: 'mailed-code', max: 5, minutes: 60 },
  mailedCodeAnswer: { scope: 'mailed-code-answer', max: 10, minutes: 1440 },
  // Codes that are sent to mobile numbers: those of one account, to one number, and of one network.
  textCode: { scope: 'text-code', max: 5, minutes: 1440 },
  textCodeNumber: { scope: 'text-code-number', max: 10, minutes: 1440 },
  textCodeNetwork: { scope: 'text-code-network', max: 20, minutes: 60 },
  emailChange: { scope: 'email-change', max: 5, minutes: 1440 },
} as const satisfies Record<string, Limit>

export type RateLimitState = { readonly count: number; readonly over: boolean; readonly retryAfter: number }

/**
 * The subject of a rate limit: an account, a document or the like as a text, or the network of a caller. A network is counted
 * twice: as its line, and as its site with {@link siteFactor} times the limit.
 */
export type Subject = string | { readonly network: Network; readonly about: string }

/** Returns an address's network as the subject of a limit. `about` narrows it to the network's attempts on one account or share. */
export function callerNetwork(address: string, about = ''): Subject {
  return { network: getNetwork(address), about }
}

export type RateLimiter = {
  readonly peek: (limit: Limit, subject: Subject) => Promise<RateLimitState>
  readonly peekThree: (
    asked: readonly [LimitOfSubject, LimitOfSubject, LimitOfSubject],
  ) => Promise<[RateLimitState, RateLimitState, RateLimitState]>
  /** Counts one attempt and returns the new state. `over` is true from the attempt that reaches the limit. */
  readonly count: (limit: Limit, subject: Subject) => Promise<RateLimitState>
  /** Consumes one attempt, or `amount`, and returns the new state. `over` is true if this exceeds the limit. */
  readonly consume: (limit: Limit, subject: Subject, amount?: number) => Promise<RateLimitState>
  readonly refund: (limit: Limit, subject: Subject) => Promise<void>
  /** Consumes one attempt of each limit. Throws 429 if one of the limits was already used up. */
  readonly consumeEach: (limits: readonly Limit[], subject: Subject) => Promise<void>
  /** Makes the whole transaction fail with the constraint {@link rateLimitExceeded} if the limit is used up. */
  readonly failWhenExceeded: (tx: Queries, limit: Limit, subject: Subject) => Promise<void>
  /** Resets the count of a subject. The count of a network's site remains. */
  readonly reset: (limit: Limit, subject: Subject) => Promise<void>
  readonly deleteExpired: () => Promise<number>
}

type LimitOfSubject = readonly [limit: Limit, subject: Subject]

type Row = { count: number; ends_at: Date }

type Keys = { readonly line: Uint8Array; readonly site: Uint8Array | null }

type LimitKeys = Keys & { readonly scope: string }

type PeekedLimits = { readonly now: Date } & Readonly<Record<`scope_${1 | 2 | 3}`, string | null>> &
  Readonly<Record<`${'line' | 'site'}_${1 | 2 | 3}`, Uint8Array | null>>

const selectCounts = frequentStatement<Row & { scope: string; is_site: boolean }, PeekedLimits>(
  'tries.look',
  `select scope, count, ends_at, coalesce(subject = :site_1 or subject = :site_2 or subject = :site_3, false) as is_site
   from tries
   where ends_at > :now::timestamptz and ((scope = :scope_1 and subject in (:line_1, :site_1::bytea))
     or (scope = :scope_2::text and subject in (:line_2::bytea, :site_2::bytea))
     or (scope = :scope_3::text and subject in (:line_3::bytea, :site_3::bytea)))`,
)
/** The name that `brokenConstraint` returns for a transaction that {@link RateLimiter.failWhenExceeded} made fail. */
export const rateLimitExceeded = 'tries_used_up'

const selectExceeded = statement<
  { refused: boolean },
  LimitKeys & { now: Date; line_max: number; site_max: number }
>(
  'tries.bar',
  `select refuse('${rateLimitExceeded}') as refused from tries
   where scope = :scope and subject in (:line, :site::bytea) and ends_at > :now::timestamptz
     and count >= case when subject = :site then :site_max::bigint else :line_max::bigint end`,
)

const countedOnce = (subject: string, condition: string) => `
  insert into tries (scope, subject, count, started_at, ends_at)
  select :scope, ${subject}, :amount::int, :now::timestamptz, :now::timestamptz + make_interval(mins => :minutes::int)
  where ${condition}
  on conflict (scope, subject) do update set
    count = case when tries.ends_at <= :now::timestamptz then excluded.count
      else least(tries.count::bigint + excluded.count, 2000000000)::int end,
    started_at = case when tries.ends_at <= :now::timestamptz then excluded.started_at else tries.started_at end,
    ends_at = case when tries.ends_at <= :now::timestamptz then excluded.ends_at else tries.ends_at end
  returning count, ends_at`

/** The site is counted first: beyond its limit no lines are counted, so that the rows of one site are bounded. */
const addToCount = statement<
  Row & { is_site: boolean },
  LimitKeys & { now: Date; minutes: number; amount: number; site_max: number }
>(
  'tries.count',
  `with site as (${countedOnce(':site::bytea', ':site::bytea is not null')}
   ), line as (${countedOnce(':line::bytea', 'coalesce((select count from site), 0) <= :site_max::bigint')})
   select count, ends_at, false as is_site from line union all select count, ends_at, true from site`,
)
const subtractFromCount = statement<never, LimitKeys & { now: Date }>(
  'tries.subtract',
  `update tries set count = greatest(count - 1, 0)
   where scope = :scope and subject in (:line, :site::bytea) and ends_at > :now::timestamptz`,
)
const deleteExpiredCounts = statement<{ scope: string }, { now: Date }>(
  'tries.purge',
  'delete from tries where ends_at <= :now::timestamptz returning scope',
)
const deleteCount = statement<never, { scope: string; line: Uint8Array }>(
  'tries.forget',
  'delete from tries where scope = :scope and subject = :line',
)

type LimitOverrides = ReadonlyMap<string, number>

export function createRateLimiter(
  db: Pick<Database, 'run' | 'transaction'>,
  clock: Clock,
  factor = 1,
  own: LimitOverrides = new Map(),
): RateLimiter {
  const lineMax = ({ scope, max }: Limit) => (own.get(scope) ?? max) * factor
  const siteMax = (limit: Limit) => lineMax(limit) * siteFactor
  // A subject can be a document or an IP address, so only its hash is stored.
  const hashed = (text: string) => createHash('sha256').update(text).digest()
  const makeKeys = (subject: Subject): Keys => {
    if (typeof subject === 'string') return { line: hashed(subject), site: null }
    const { network, about } = subject
    const key = (of: string) => hashed(`${about} ${of}`)
    return { line: key(network.line), site: network.site === null ? null : key(network.site) }
  }

  type Counted = Row & { readonly is_site: boolean }
  /** Returns the state of a limit. With `used` 0 the limit is over once it is reached, with 1 once it is exceeded. */
  const toState = (limit: Limit, rows: readonly Counted[], used: 0 | 1 = 0): RateLimitState => {
    const secondsLeft = ({ ends_at }: Row) => (ends_at.getTime() - clock.now().getTime()) / 1000
    const over = rows.filter((row) => row.count >= (row.is_site ? siteMax(limit) : lineMax(limit)) + used)
    return {
      count: rows.find(({ is_site }) => !is_site)?.count ?? 0,
      over: over.length > 0,
      retryAfter: Math.max(1, ...(over.length > 0 ? over : rows).map((row) => Math.ceil(secondsLeft(row)))),
    }
  }
  const add = (limit: Limit, subject: Subject, amount: number): Promise<Counted[]> => {
    const { scope, minutes } = limit
    const now = clock.now()
    return db.run(addToCount, { ...makeKeys(subject), scope, now, minutes, amount, site_max: siteMax(limit) })
  }
  const selectedCounts = (...asked: readonly [LimitOfSubject, LimitOfSubject?, LimitOfSubject?]) => {
    const keysOfLimit = (one: LimitOfSubject | undefined) =>
      one === undefined
        ? { scope: null, line: null, site: null }
        : { scope: one[0].scope, ...makeKeys(one[1]) }
    const [first, second, third] = [keysOfLimit(asked[0]), keysOfLimit(asked[1]), keysOfLimit(asked[2])]
    return db.run(selectCounts, {
      now: clock.now(),
      scope_1: first.scope,
      line_1: first.line,
      site_1: first.site,
      scope_2: second.scope,
      line_2: second.line,
      site_2: second.site,
      scope_3: third.scope,
      line_3: third.line,
      site_3: third.site,
    })
  }
  const consume = async (limit: Limit, subject: Subject, amount = 1): Promise<RateLimitState> =>
    toState(limit, await add(limit, subject, amount), 1)
  return {
    consume,
    consumeEach: async (all, subject) => {
      for (const limit of all) {
        const { over, retryAfter } = await consume(limit, subject)
        if (over) throw new ApiError('tooMany', { retryAfter })
      }
    },
    peek: async (limit, subject) => toState(limit, await selectedCounts([limit, subject])),
    peekThree: async (asked) => {
      const rows = await selectedCounts(...asked)
      const of = ([limit]: LimitOfSubject) =>
        toState(
          limit,
          rows.filter(({ scope }) => scope === limit.scope),
        )
      return [of(asked[0]), of(asked[1]), of(asked[2])]
    },
    count: async (limit, subject) => toState(limit, await add(limit, subject, 1)),
    refund: async (limit, subject) => {
      await db.run(subtractFromCount, { ...makeKeys(subject), scope: limit.scope, now: clock.now() })
    },
    failWhenExceeded: async (tx, limit, subject) => {
      await tx.run(selectExceeded, {
        ...makeKeys(subject),
        scope: limit.scope,
        now: clock.now(),
        line_max: lineMax(limit),
        site_max: siteMax(limit),
      })
    },
    reset: async (limit, subject) => {
      await db.run(deleteCount, { scope: limit.scope, line: makeKeys(subject).line })
    },
    deleteExpired: async () => (await db.run(deleteExpiredCounts, { now: clock.now() })).length,
  }
}
