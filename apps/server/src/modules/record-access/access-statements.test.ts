/** Every statement that writes what a person signs in or recovers an account with relies on a proof that is named here. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { definedStatements } from '../../platform/database/statement.ts'

/** The columns of `people` that decide who can sign in, and to which record. */
const guarded =
  /\b(password_hash|email|email_pending|email_verified_at|status|without_account|locked_at|recovery_frozen_at|recovery_held_until|deceased_at|deleted_at|document_number|rol)\b/
/** Writes of credentials. A caller who removes a second factor or a passkey can open an account; other rows are only dangerous when added. */
const credentials =
  /\b(insert into|update|delete from) (passkeys|second_factors|recovery_codes)\b|\binsert into (temporary_keys|email_changes|second_factor_reset_codes|sessions|registration_applications)\b/

/** The statements by the proof on which they rely. */
const proofs: Readonly<Record<string, readonly string[]>> = {
  'bindAccess: two members of staff, or one for a person without a record': [
    ...['accounts.applyApplication', 'accounts.decide', 'accounts.edit', 'accounts.replaceEmail'],
    // A temporary password, which is mailed, or typed by staff and then works with a code from the proven mailbox.
    'session.putKey',
  ],
  'two members of staff': [
    'accounts.changeIdentity',
    'accounts.correctDeath',
    'accounts.enableStaff',
    'accounts.recordDeath',
  ],
  'an identity check of the person': ['accounts.insertPatient', 'accounts.reopen'],
  'a session of the person, confirmed for passkeys, second factors and passwords': [
    ...['accounts.renewHash', 'accounts.setPassword', 'emails.pend', 'passkeys.insert', 'passkeys.rename'],
    ...['secondFactor.begin', 'secondFactor.confirm', 'secondFactor.putCodes'],
  ],
  'a password, a passkey or a code, which is consumed or counted': [
    ...['passkeys.recordUse', 'secondFactor.spendCode', 'secondFactor.spendStep'],
    ...['session.insert', 'session.insertAlone'],
  ],
  'a link or password that was mailed to the address': [
    ...['emails.putChange', 'emails.set', 'emails.verifyPresent'],
  ],
  // Staff hand over a code in person, and the owner uses it after the own password. Two members of staff remove a factor without it.
  'the own password and a code in person, two members of staff, a confirmed session, or a new identity proof':
    [
      ...['passkeys.remove', 'passkeys.removeAll', 'resetCodes.put'],
      ...['secondFactor.deleteCodes', 'secondFactor.remove'],
    ],
  // The password of a locked account is void, so its owner needs the mailbox that was proven before.
  'an identity check or a member of staff in person, and then the proven mailbox': ['accounts.unlock'],
  'a super administrator or the operator, for staff alone': [
    ...['accounts.insertAccount', 'accounts.insertSuperAdmin', 'accounts.setPermissions'],
  ],
  'none: the person gets no access': [
    ...['accounts.addKnown', 'accounts.addRecord', 'accounts.insertApplicant', 'accounts.startWaiting'],
    ...['accounts.stopWaiting', 'applications.insert'],
  ],
  'none: access is taken away': [
    ...['accounts.close', 'accounts.disable', 'accounts.freezeRecovery', 'accounts.lock'],
    ...['accounts.voidPassword', 'emails.clearPending', 'passkeys.suspendAddedSince'],
  ],
  'none: the same secret is sealed with a new key': ['secondFactor.reseal'],
}

/** Returns the columns that a statement writes in `people`, as text. A column that a condition compares follows no `set` or comma. */
function readWrittenColumns(text: string): string {
  const inserted = /insert into people \(([^)]*)\)/.exec(text)?.[1] ?? ''
  const updated = /update people(?: \w+)? (set .*)/.exec(text)?.[1] ?? ''
  return [inserted, ...[...updated.matchAll(/(?:set|,) ([a-z_]+) = /g)].map(([, column]) => column)].join(' ')
}

test('a statement that writes a credential or the state of an account is listed with the proof on which it relies', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  for (const file of globSync('**/*.ts', { cwd: root })) {
    const path = `${root}${file}`
    if (!file.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('database/statement.ts'))
      await import(path)
  }
  const writing = [...definedStatements.values()].filter(({ name, text }) => {
    if (name.startsWith('test.')) return false
    const line = text.replace(/\s+/g, ' ').toLowerCase()
    return credentials.test(line) || guarded.test(readWrittenColumns(line))
  })
  const listed = Object.values(proofs).flat()
  expect(writing.map(({ name }) => name).sort()).toEqual([...listed].sort())
})
