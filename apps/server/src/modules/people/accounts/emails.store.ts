/**
 * Writes the table `email_changes`, and in `people` whether an address is verified. The stores of registrations and of personal data
 * clear that when a new registration, an edit or the end of the account changes the address.
 */
import type { Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** An address that waits for the link which was sent to it: a new address, or the present one that is not verified yet. */
type EmailChange = {
  readonly id: number
  readonly person_id: number
  readonly email: string
  readonly expires_at: Date
  readonly used_at: Date | null
  readonly first_name: string
  /** The present e-mail address. */
  readonly current_email: string | null
  readonly current_verified: boolean
  /** Whether the account is enabled, or waits for validation. */
  readonly open: boolean
}

type NewEmailChange = {
  readonly personId: number
  readonly email: string
  readonly tokenHash: Uint8Array
  readonly now: Date
  readonly until: Date
}

const voidEmailChanges = statement<never, { person_id: number; now: Date }>(
  'emails.voidChanges',
  `update email_changes set expires_at = :now::timestamptz
   where person_id = :person_id and used_at is null and expires_at > :now::timestamptz`,
)
const voidLinksTo = statement<never, { person_id: number; email: string; now: Date }>(
  'emails.voidLinksTo',
  `update email_changes set expires_at = :now::timestamptz
   where person_id = :person_id and lower(email) = lower(:email) and used_at is null and expires_at > :now::timestamptz`,
)
const putEmailChange = statement<
  never,
  { person_id: number; email: string; token_hash: Uint8Array; now: Date; expires_at: Date }
>(
  'emails.putChange',
  `insert into email_changes (person_id, email, token_hash, created_at, expires_at)
   values (:person_id, :email, :token_hash, :now::timestamptz, :expires_at::timestamptz)`,
)
const pendEmail = statement<never, { person_id: number; email: string }>(
  'emails.pend',
  'update people set email_pending = :email where id = :person_id',
)
const emailChange = statement<EmailChange, { token_hash: Uint8Array }>(
  'emails.change',
  `select c.id, c.person_id, c.email, c.expires_at, c.used_at, greeting_name(p) as first_name, p.email as current_email,
     p.email_verified_at is not null as current_verified, is_open(p) or (p.status = 3 and p.deleted_at is null) as open
   from email_changes c join people p on p.id = c.person_id where c.token_hash = :token_hash for update`,
)
const consumeEmailChange = statement<never, { id: number; now: Date }>(
  'emails.consumeChange',
  'update email_changes set used_at = :now::timestamptz where id = :id',
)
// An address that staff entered stays held after its owner has verified it; a new one that the owner chose is not held.
const setEmail = statement<never, { person_id: number; email: string; now: Date }>(
  'emails.set',
  `update people set email = :email::text, email_pending = null, email_verified_at = :now::timestamptz,
     recovery_held_until = case when lower(email) = lower(:email::text) then recovery_held_until end,
     updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond') where id = :person_id`,
)
const verifyPresent = statement<{ id: number }, { person_id: number; email: string; now: Date }>(
  'emails.verifyPresent',
  `update people set email_verified_at = :now::timestamptz
   where id = :person_id and lower(email) = lower(:email) and email_verified_at is null returning id`,
)
const noteQuestion = statement<never, { person_id: number; now: Date }>(
  'emails.noteQuestion',
  'update people set email_asked_at = :now::timestamptz where id = :person_id',
)
const clearPending = statement<{ id: number }, { now: Date }>(
  'emails.clearPending',
  `update people p set email_pending = null from email_changes c
   where c.person_id = p.id and c.used_at is null and c.expires_at <= :now::timestamptz and p.email_pending is not null
     and not exists (
       select from email_changes live
       where live.person_id = p.id and live.email = p.email_pending and live.used_at is null
         and live.expires_at > :now::timestamptz)
   returning p.id`,
)
const deleteEmailChanges = statement<{ id: number }, { before: Date }>(
  'emails.deleteChanges',
  'delete from email_changes where expires_at < :before::timestamptz returning id',
)
const forgetEmailChanges = statement<never, { person_id: number }>(
  'emails.forgetChanges',
  'delete from email_changes where person_id = :person_id',
)

const put = (tx: Queries, { personId, email, tokenHash, now, until }: NewEmailChange) =>
  tx.run(putEmailChange, { person_id: personId, email, token_hash: tokenHash, now, expires_at: until })

export const emails = {
  /** Stores a new e-mail address in place of any unconfirmed one. */
  pendEmail: async (tx: Queries, change: NewEmailChange) => {
    await tx.run(voidEmailChanges, { person_id: change.personId, now: change.now })
    await put(tx, change)
    await tx.run(pendEmail, { person_id: change.personId, email: change.email })
  },
  /** Stores a link that verifies the present address. Earlier links to that address are void. */
  putVerification: async (tx: Queries, change: NewEmailChange) => {
    await tx.run(voidLinksTo, { person_id: change.personId, email: change.email, now: change.now })
    await put(tx, change)
  },
  /** Returns the e-mail change of a token, locked until the transaction ends. */
  emailChange: async (tx: Queries, tokenHash: Uint8Array) =>
    (await tx.run(emailChange, { token_hash: tokenHash }))[0] ?? null,
  /** Makes the address of a link the verified one of its person. All other links of the person are void. */
  confirmEmail: async (tx: Queries, change: EmailChange, now: Date) => {
    await tx.run(consumeEmailChange, { id: change.id, now })
    await tx.run(voidEmailChanges, { person_id: change.person_id, now })
    await tx.run(setEmail, { person_id: change.person_id, email: change.email, now })
  },
  /** Marks an address as verified, if it is still the present one. Returns whether it was not verified before. */
  verifyPresentEmail: async (tx: Queries, personId: number, email: string, now: Date) =>
    (await tx.run(verifyPresent, { person_id: personId, email, now })).length > 0,
  /** Stores that the person answered whether the address is still theirs. */
  noteEmailQuestion: async (tx: Queries, personId: number, now: Date) => {
    await tx.run(noteQuestion, { person_id: personId, now })
  },
  voidEmailChanges: async (tx: Queries, personId: number, now: Date) => {
    await tx.run(voidEmailChanges, { person_id: personId, now })
  },
  forgetEmailChanges: async (tx: Queries, personId: number) => {
    await tx.run(forgetEmailChanges, { person_id: personId })
  },
  /**
   * Removes unconfirmed e-mail addresses whose links have expired, and links that expired before `gone`. Returns
   * both counts.
   */
  purgeEmailChanges: async (queries: Queries, now: Date, gone: Date) => ({
    emailsGivenUp: (await queries.run(clearPending, { now })).length,
    emailChanges: (await queries.run(deleteEmailChanges, { before: gone })).length,
  }),
}
