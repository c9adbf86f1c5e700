/** Searches the texts of the product for claims that a message was or will be sent. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isProduct, isTypeScript, readTexts, withoutComments } from './project-files.ts'

const texts = [...readTexts(fileURLToPath(new URL('../../..', import.meta.url)))]

/** Returns what the texts of the product match, with the short names of their files: those of features begin with the domain. */
function findWords(pattern: RegExp): { file: string; words: string }[] {
  return texts
    .filter(([path]) => isProduct(path) && isTypeScript(path) && !isSample(path))
    .flatMap(([path, text]) => {
      const file = path.replace('/src/', '/').replace('apps/web/features/', '')
      const plain = withoutComments(text).replaceAll(/\{' '\}|\s+/g, ' ')
      return [...plain.matchAll(pattern)].map(([words]) => ({ file, words }))
    })
}

/** Returns the files of a table, each with its key, sorted. */
const readTable = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).flatMap(([key, files]) =>
    files
      .trim()
      .split(/\s+/)
      .map((file) => ({ key, file })),
  )

/** What the product says that it does, did or will do to notify people. «No enviamos» claims nothing. */
const claim = new RegExp(
  [
    /(?<!\bno )(?<!\bno (?:te|le|les|lo|la) )\b(?:envi|mand|escrib|avis|notific|record)(?:amos|imos|aremos|iremos)\b/,
    /\b(?:enviad[oa] (?:a tu|con)|(?:invitación|temporal|prueba) enviad[oa]|se envió)\b/,
    /(?<!\bno )\b(?:recibir|llegar)(?:á|ás|án)(?![a-záéíóúñ])[^.]{0,40}\b(?:correo|e-mail|avisos|confirmación)\b/,
    /\b(?:responder|contactar)emos\b[^.]{0,60}\b(?:correo|e-mail)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

/** Returns whether a file has sample texts, which no patient reads as true. */
const isSample = (path: string) =>
  path.startsWith('apps/server/seed/') || path.startsWith('apps/web/src/app/pages/parts/')

/** The files with claims, and how many if not one, by the reason why they are true although no answer with `notified` builds them. */
const claims: Readonly<Record<string, string>> = {
  'a notification in the portal reaches every person with an account': `
    apps/server/modules/exams/new-results.mails.ts booking/chat/conversation/answers.flow.ts
    booking/reservation/need-step.tsx booking/reservation/no-slots.tsx
    booking/reservation/patient/patient-choice.tsx:2 booking/waiting/entries.tsx
    exams/awaited/awaited-results.tsx family/delegations/delegation-cards.tsx
    family/delegations/give-access.page.tsx:2 family/family.rules.ts
    service-requests/data-rights/data-request-dialog.tsx`,
  'names the reminders that the server will send': `
    booking/reservation/done-step.tsx consents/reminders-card.tsx`,
  'a link has this state only after the family was notified': `
    family/member-actions.tsx family/staff/group.page.tsx`,
  'stands before a call, whose answer must not tell strangers about accounts': `
    account-security/links.page.tsx:2 profile/forgot-password.page.tsx`,
  'stands before a call and says what it will do': `
    profile/email/confirm-email.page.tsx users/create-user.page.tsx
    users/user-form.tsx:2 apps/server/modules/users/change-users.ts`,
  'the server answers with an error if it did not send the message': `
    exams/shares/shared-dialog.tsx family/requests/requests.tsx family/addition/add-member.page.tsx:5
    family/addition/add-member.tsx mailing/mailing.page.tsx notifications/preferences/phone-card.tsx
    users/account-dialogs.tsx:3 apps/server/modules/profile/recover-password.ts`,
  'shown only after the mail was sent': `
    booking/reminders/reminders-off.page.tsx profile/notices/email-notice.tsx
    session/second-factor-step.tsx packages/contract/calls/error-table.ts:2`,
  'says to whom no message goes, or what a schedule sends': `
    confirmations/sign-ins-after-changes.tsx notifications/preferences/devices-card.tsx
    private-items/private-dialog.tsx`,
  'builds the claims from the answer': `
    apps/web/lib/notified.ts:3`,
  'the mail says it to its own reader': `
    apps/server/modules/booking/reminders/reminders.mails.ts
    apps/server/modules/breaches/breaches.mails.ts
    apps/server/modules/service-requests/service-requests.mails.ts
    apps/server/modules/exams/shares/shares.mails.ts apps/server/modules/profile/profile.mails.ts:2
    apps/server/modules/registration/registration.mails.ts apps/server/modules/session/session.mails.ts
    apps/server/modules/users/users.mails.ts:2`,
}

test('what a page or a mail claims to have sent is built from the answer of the server, or has a reason', () => {
  const counts: Record<string, number> = {}
  for (const { file } of findWords(claim)) counts[file] = (counts[file] ?? 0) + 1
  const found = Object.entries(counts).map(([file, count]) => (count === 1 ? file : `${file}:${count}`))
  expect(found.sort()).toEqual(
    readTable(claims)
      .map(({ file }) => file)
      .sort(),
  )
})

/** A number of minutes, hours, days or weeks that stands in a text. */
const span =
  /\b(?:[2-9]|\d{2,3}|una|dos|tres|cuatro|cinco|seis|siete|diez|quince|veinte|treinta|sesenta|noventa) (?:(?:minuto|hora|día)s|semanas?)\b/gi

/** The limits of the product and of the law in texts, with their files. The clinic's own numbers come from its package. */
const limits: Readonly<Record<string, string>> = {
  '2 horas': 'account-security/links.page.tsx',
  'una semana': 'account-security/sign-ins-list.tsx',
  'dos semanas': 'agenda/move-appointment.tsx',
  '60 minutos': 'agenda/arrivals/arrivals.page.tsx',
  '30 minutos': `
    booking/chat/conversation/answers.flow.ts booking/reservation/no-slots.tsx
    profile/forgot-password.page.tsx users/account-dialogs.tsx`,
  '30 días': `
    booking/exam-wizard/steps/exam-data.tsx service-requests/inbox/inbox.page.tsx
    service-requests/inbox/extension.tsx service-requests/inbox/request-actions.tsx
    result-choices/result-choice.tsx
    service-requests/threads/thread.page.tsx packages/contract/calls/error-table.ts`,
  'cinco minutos': 'booking/reservation/book-step.tsx',
  '15 días': 'complaints/complaints.page.tsx',
  '2 días': 'service-requests/inbox/inbox.page.tsx',
  '180 días': 'exams/awaited/late-results.page.tsx',
  '7 días': `
    exams/shares/share-exam-dialog.tsx
    overview/overview-lists.tsx overview/summary.tsx users/create-user.page.tsx
    packages/contract/consents.ts`,
  '5 minutos': 'exams/shares/shared-exams.tsx front-desk/booking/chosen-hour.tsx',
  'seis horas': 'installation/protection-sections.tsx',
  '24 horas': `
    installation/setup/setup.page.tsx users/user-form.tsx packages/contract/calls/error-table.ts`,
  '10 minutos': 'session/recovery/counter-code-form.tsx',
  '240 minutos': 'packages/contract/agenda/calendar-fields.ts',
}

test('a number of hours or days on a screen comes from the clinic’s package, or is a listed limit of the product', () => {
  const found = findWords(span).filter(
    ({ file }) => !/^(apps\/server|(packages\/contract\/)?clinic\/)/.test(file),
  )
  const listed = readTable(limits).map(({ key, file }) => `${key} ${file}`)
  expect([...new Set(found.map(({ words, file }) => `${words} ${file}`))].sort()).toEqual(listed.sort())
})
